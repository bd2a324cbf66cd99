import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { maxContentBytes, requireSmall } from './content-size.ts';

test('a content script is measured as it is downloaded', () => {
  expect(() => requireSmall('board.js', Buffer.alloc(maxContentBytes * 10))).not.toThrow();
  expect(() => requireSmall('board.js', randomBytes(maxContentBytes))).toThrow('board.js has');
});
