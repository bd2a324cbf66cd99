const colours = ['grey', 'blue', 'green', 'amber', 'violet', 'teal'] as const;
export type FaceColour = (typeof colours)[number];

/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** Computed from the name alone, so that a person has the same color on every screen and computer. */
export function faceColour(name: string): FaceColour {
  let hash = 0x811c9dc5;
  for (const letter of name.trim().toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  // The low bits alone depend too much on the last letters.
  const sum = (hash ^ (hash >>> 15)) >>> 0;
  return colours[sum % colours.length] ?? 'grey';
}
