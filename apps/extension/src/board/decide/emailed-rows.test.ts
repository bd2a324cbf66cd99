import { expect, it, vi } from 'vitest';
import type { FromBoardMail } from '../../mail/messages.ts';
import { createEmailedRows } from './emailed-rows.ts';

const rows: FromBoardMail = { type: 'mail:rows', fingerprints: [] };

function open() {
  const send = vi.fn(async (_: FromBoardMail): Promise<unknown> => ({ mails: {}, isWhole: true }));
  const shown = ['a', 'b'];
  return { send, shown, emailed: createEmailedRows({ send, keys: () => [...shown] }) };
}

it('knows the rows that were there when Headhaul was asked', async () => {
  const { emailed, shown } = open();
  expect(emailed.wasAsked('a')).toBe(false);
  const asking = emailed.send(rows);
  shown.push('late');
  expect(await asking).toEqual({ mails: {}, isWhole: true });
  expect(['a', 'b', 'late'].map(emailed.wasAsked)).toEqual([true, true, false]);
});

it('knows nothing after an answer that isn’t whole, and after none', async () => {
  const { emailed, send } = open();
  await emailed.send(rows);
  send.mockResolvedValueOnce({ mails: {}, isWhole: false });
  await emailed.send(rows);
  expect(emailed.wasAsked('a')).toBe(false);
  await emailed.send(rows);
  send.mockRejectedValueOnce(new Error('the worker was stopped'));
  await expect(emailed.send(rows)).rejects.toThrow('stopped');
  expect(emailed.wasAsked('a')).toBe(false);
});

it('says nothing about other messages', async () => {
  const { emailed, send } = open();
  await emailed.send({ type: 'mail:open', place: 'PLANS' });
  expect([send.mock.calls.length, emailed.wasAsked('a')]).toEqual([1, false]);
});
