/** Texts are cut here: no posting is longer, and a page's text must not cost more. */
const longestText = 2_000;

/** A text in which words can be looked for, whether they are written "in-bond", "in bond" or "inbond". */
export interface WordText {
  /** Letters and digits only. */
  squashed: string;
  /** Positions in `squashed` at which a word begins. The end of the text is one too. */
  starts: ReadonlySet<number>;
}

export function toWordText(text: string): WordText {
  const words = text
    .slice(0, longestText)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const starts = new Set<number>([0]);
  let length = 0;
  for (const word of words) {
    length += word.length;
    starts.add(length);
  }
  return { squashed: words.join(''), starts };
}

export function squash(keyword: string): string {
  return toWordText(keyword).squashed;
}

/** Whether whole words of the text are the keyword, which is squashed. */
export function hasKeyword({ squashed, starts }: WordText, keyword: string): boolean {
  if (keyword === '') return false;
  for (let at = squashed.indexOf(keyword); at >= 0; at = squashed.indexOf(keyword, at + 1)) {
    if (starts.has(at) && starts.has(at + keyword.length)) return true;
  }
  return false;
}
