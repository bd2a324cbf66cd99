import type { Section } from './schedule.ts';

/**
 * The sections whose names begin with one of these words, and all sections they depend on. Without words, all sections. `proof` means all
 * proofs, `proof mail` means one.
 */
export function selectSections<S extends Section>(sections: readonly S[], words: readonly string[]): S[] {
  if (words.length === 0) return [...sections];
  const chosen = new Set<string>();
  const choose = (name: string) => {
    if (chosen.has(name)) return;
    chosen.add(name);
    for (const before of sections.find((section) => section.name === name)?.after ?? []) choose(before);
  };
  for (const word of words) {
    const found = sections.filter(({ name }) => name === word || name.startsWith(`${word} `));
    if (found.length === 0) throw new Error(`There is no section ${word}. There are: ${sections.map(({ name }) => name).join(', ')}.`);
    for (const { name } of found) choose(name);
  }
  return sections.filter(({ name }) => chosen.has(name));
}
