import { expect, it } from 'vitest';
import { checkTemplate } from './template-notes.ts';
import { cleanFallback, cutAtVariables, variableState, variableText, wordCount } from './variable-text.public.ts';

it('a text is cut at its variables and put together again', () => {
  const text = 'Hi {{broker.contact|there}}, is {{ origin }} open?';
  const parts = cutAtVariables(text);
  expect(parts).toEqual(['Hi ', { name: 'broker.contact', fallback: 'there' }, ', is ', { name: 'origin', fallback: '' }, ' open?']);
  expect(parts.map((part) => (typeof part === 'string' ? part : variableText(part))).join('')).toBe(
    'Hi {{broker.contact|there}}, is {{origin}} open?',
  );
});

it('a fallback can’t end its variable', () => {
  expect(cleanFallback(' a}}b|c{{ ')).toBe('abc');
});

it.each([
  [{ name: 'origin', fallback: '' }, 'known'],
  [{ name: 'reference', fallback: '' }, 'often-empty'],
  [{ name: 'reference', fallback: 'none' }, 'known'],
  [{ name: 'nobody', fallback: '' }, 'unknown'],
])('%j is %s', (variable, state) => {
  expect(variableState(variable)).toBe(state);
});

it('counts words', () => {
  expect(wordCount('Hi Carla, is it – still open?')).toBe(6);
});

it('says what brokers would miss and what is often empty', () => {
  const text = { subject: '{{origin}} {{reference}}', htmlBody: '<p>{{rate}}</p><p>{{reference}}</p><p>{{nobody}}</p>', signature: null };
  const { missing, notes } = checkTemplate(text, { 'company.mc': '918204' });
  expect(missing).toEqual(['EQUIPMENT', 'TRUCK_PLACE', 'EMPTY_TIME', 'MC']);
  expect(notes).toEqual([
    'No mail can fill “nobody”. Nothing is sent with this template until it is removed.',
    'Posting ID is missing on some boards. A mail whose subject is missing it is not sent. Press the chip and enter what to write instead.',
    'Posted rate and Posting ID are missing on some boards. Those mails leave the sentence out.',
  ]);
});
