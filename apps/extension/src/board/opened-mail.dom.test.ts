// @vitest-environment happy-dom
import { BoardLoad as BoardLoadInput } from '@headhaul/contracts/mail/board-load';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { boardFingerprintText, fingerprintTextOf } from '@headhaul/domain/boards/freight';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoConfig } from './config/demo.ts';
import { localToday } from './read/page-reader.ts';
import { readRow } from './read/read-row.ts';
import { eventually, hostOf, labelOf, press, truthOf } from './testing/demo-run.ts';
import { beginMails, buttonOf, endMails, mailRun, noteOf, numberOf, open, wordsOf, writes } from './testing/mail-run.ts';

beforeEach(beginMails);
afterEach(endMails);

describe('a load whose address is inside', () => {
  const addressOf = (number: number) => `loads${number}@harborpine.example`;
  const sent = () => writes().map(({ load }) => load.emails);

  it('can be mailed once it was opened, and after it was closed', async () => {
    mailRun.answer = async () => ({ kind: 'NOTHING' });
    const board = await open('compact');
    const row = board.rows()[1] as Element;
    const details = await board.openLoad(row);
    await eventually(() => expect(wordsOf(row)).toBe('Email'));
    expect(noteOf(board.rows()[2] as Element)).toBe('Open the load for its email');
    press(buttonOf(row));
    details.remove();
    await eventually(() => expect([wordsOf(row), noteOf(row)]).toEqual(['Email', '']));
    press(buttonOf(row));
    expect(sent()).toEqual([1, 1].map((number) => [{ address: addressOf(number), from: 'contact' }]));
    expect(writes()[0]?.load).toMatchObject({ reference: 'HP-0001', brokerMc: '884213' });
  });

  it('stays the same load for the company’s list when it is opened', async () => {
    mailRun.answer = async () => ({ kind: 'NOTHING' });
    const board = await open('compact');
    const row = board.rows()[1] as Element;
    const unopened = fingerprintTextOf(readRow(row, demoConfig, localToday())?.load as BoardLoad);
    await board.openLoad(row);
    await eventually(() => expect(wordsOf(row)).toBe('Email'));
    press(buttonOf(row));
    const [written] = writes().map(({ load }) => load);
    expect(written?.brokerMc).toBe('884213');
    expect(boardFingerprintText(BoardLoadInput.parse(written))).toBe(unopened);
  });

  it('says that there is none when the opened load has none', async () => {
    const board = await open('compact');
    const [row] = board.rows() as [Element];
    await board.openLoad(row);
    await eventually(() => expect([wordsOf(row), noteOf(row)]).toEqual([null, 'No email address']));
  });

  it('keeps its address for itself when its row gets another load', async () => {
    const board = await open('compact');
    const row = board.rows()[1] as Element;
    const details = await board.openLoad(row);
    await eventually(() => expect(wordsOf(row)).toBe('Email'));
    // What opened stays in the row for the next load.
    board.showFrom(12);
    await eventually(() => expect(noteOf(row)).toBe('Open the load for its email'));
    press(buttonOf(row));
    expect(sent()).toEqual([]);
    details.remove();
    board.showFrom(1);
    const [first] = board.rows() as [Element];
    await eventually(() => expect(wordsOf(first)).toBe('Email'));
    press(buttonOf(first));
    expect(sent()).toEqual([[{ address: addressOf(1), from: 'contact' }]]);
  });

  it('never lends its address while rows exchange their loads', async () => {
    mailRun.answer = async () => ({ kind: 'NOTHING' });
    const board = await open('compact');
    let seed = 11;
    const next = (below: number) => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % below;
    };
    const clicked: number[] = [];
    const opened: Element[] = [];
    for (let round = 0; round < 100; round += 1) {
      const row = board.rows()[next(12)] as Element;
      if (next(3) === 0) opened.push(await board.openLoad(row));
      if (opened.length > 2) opened.shift()?.remove();
      if (next(2) === 0) board.showFrom(next(40));
      if (next(2) === 0) {
        const { origin, destination } = truthOf(board, row);
        // A row with another load's panel may say nothing.
        await vi
          .waitFor(() => expect(labelOf(row) ?? '').toContain(`${origin} to ${destination}: `), { timeout: 200 })
          .catch(() => undefined);
      }
      const before = writes().length;
      if (hostOf(row) !== null) press(buttonOf(row));
      if (writes().length > before) clicked.push(numberOf(row));
    }
    expect(clicked.length).toBeGreaterThan(5);
    expect(sent()).toEqual(clicked.map((number) => [{ address: addressOf(number), from: 'contact' }]));
  });
});
