import { getSchema } from '@tiptap/core';
import { expect, it, vi } from 'vitest';
import { extensionsOf, type MailTextKind, readMailText, writeMailText } from './mail-document.ts';

// DOMPurify needs a real browser, which the test DOM is not. The tests check that nothing is left for it to remove.
vi.mock('dompurify', () => ({ default: { sanitize: () => undefined } }));

function roundTrip(kind: MailTextKind, value: string): string {
  return writeMailText(kind, getSchema(extensionsOf(kind)).nodeFromJSON(readMailText(kind, value)));
}

it.each([
  '<p>Hi {{broker.contact|there}},</p><p><br></p><p>Is <strong>{{origin}}</strong> open?</p>',
  '<p>one<br>two</p><ul><li><p>three</p></li></ul>',
  '',
])('a body is written as it was read: %s', (html) => {
  expect(roundTrip('body', html)).toBe(html);
});

it('a subject stays one line of text', () => {
  expect(roundTrip('subject', '{{origin}} to {{destination}}:\n {{equipment}} ready')).toBe(
    '{{origin}} to {{destination}}: {{equipment}} ready',
  );
});

it('what no mail may hold is not read', () => {
  expect(roundTrip('body', '<p onclick="x()">a<script>b</script><img src="https://spy.example/1.gif"></p>')).toBe('<p>a</p>');
});
