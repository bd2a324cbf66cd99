import { expect, it } from 'vitest';
import { faceColour, initialsOf } from './face.ts';

it.each([
  ['Marcus Bell', 'MB'],
  ['  nina  ', 'N'],
  ['Juan Carlos de la Cruz', 'JC'],
  ['Ålesund Øst', 'ÅØ'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it('gives a name the same colour however it is typed, and names different ones', () => {
  expect(faceColour(' marcus BELL ')).toBe(faceColour('Marcus Bell'));
  const people = [
    'Nate Ferris',
    'Wayne Kowalczyk',
    'Luis Herrera',
    'Joan Pruitt',
    'Marcus Bell',
    'Terrence Oakes',
    'Darnell Price',
    'Amrit Gill',
  ];
  expect(new Set(people.map(faceColour)).size).toBeGreaterThan(3);
});
