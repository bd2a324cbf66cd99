import { expect, it } from 'vitest';
import { selectSections } from './select.ts';

const sections = [
  { name: 'check', takes: 1 },
  { name: 'build', takes: 1 },
  { name: 'end to end', takes: 1, after: ['build'] },
  { name: 'proof mail', takes: 1 },
  { name: 'proof html', takes: 1 },
];
const select = (...words: string[]) => selectSections(sections, words).map(({ name }) => name);

it('takes all without a word', () => expect(select()).toHaveLength(5));
it('brings what a section comes after', () => expect(select('end to end')).toEqual(['build', 'end to end']));
it('takes a whole kind or one of it', () => {
  expect(select('proof')).toEqual(['proof mail', 'proof html']);
  expect(select('proof html', 'check')).toEqual(['check', 'proof html']);
});
it('throws for a name nobody has', () => expect(() => select('prof')).toThrow('There is no section prof. There are: check, build,'));
