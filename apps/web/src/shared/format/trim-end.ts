/** Removes these characters from the end of the text. A regular expression would start again at each of them and be slow on long runs. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
