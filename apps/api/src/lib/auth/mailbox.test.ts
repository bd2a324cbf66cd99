import { describe, expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

describe('mailboxOf', () => {
  it.each([
    ['Rosa+trial7@BlueRidge.example', 'rosa@blueridge.example'],
    ['r.o.s.a+x@gmail.com', 'rosa@gmail.com'],
    ['rosa@googlemail.com', 'rosa@gmail.com'],
    ['r.osa@blueridge.example', 'r.osa@blueridge.example'],
    ['+tag@blueridge.example', '+tag@blueridge.example'],
  ])('%s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
