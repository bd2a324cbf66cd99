import { expect, it } from 'vitest';
import { findLookAlike } from './look-alike-part.ts';

const known = [
  { domain: 'summitbridge.example', loads: 14 },
  { domain: 'gmail.com', loads: 20 },
];
const cutOf = (address: string) => {
  const found = findLookAlike(address, known);
  return found && `${found.before}[${found.other}]${found.after}`;
};

it.each([
  ['carla@summitbrldge.example', 'summitbr[l]dge.example'],
  ['carla@SummitBr1dge.example', 'summitbr[1]dge.example'],
  ['carla@summitbridqe.example', 'summitbrid[q]e.example'],
  ['carla@summitbridge.co', 'summitbridge.[co]'],
  ['carla@summitbridge-freight.example', 'summitbridge[-freight].example'],
  // A letter is missing: the one before the gap is marked.
  ['carla@sumitbridge.example', 'su[m]itbridge.example'],
  ['carla@summitbrıdge.example', 'summitbr[ı]dge.example'],
  ['carla@xn--summitbrdge-6zb.example', 'summitbr[ı]dge.example'],
])('%s is marked where it differs: %s', (address, cut) => expect(cutOf(address)).toBe(cut));

it.each([
  'carla@summitbridge.example',
  'carla@mail.summitbridge.example',
  'carla@lakeshore.example',
  'carla@gmail.com',
  'carla@gmai1.com',
  '',
])('%s imitates none', (address) => expect(findLookAlike(address, known)).toBeNull());

it('names the one with the most loads', () => {
  const more = [{ domain: 'summitbridge.net', loads: 2 }, ...known];
  expect(findLookAlike('a@summitbrldge.example', more)?.known.domain).toBe('summitbridge.example');
});
