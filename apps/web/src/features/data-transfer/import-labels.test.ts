import type { DataImport } from '@headhaul/contracts/data-transfer';
import { expect, it } from 'vitest';
import { endTitle, formatFactorDoubts, formatFactorNote, formatOutcome, formatProgress } from './import-labels.ts';
import { fileProblem, formatRefusal } from './table-file.public.ts';

const done: DataImport = {
  id: crypto.randomUUID(),
  fileName: 'loads.csv',
  state: 'DONE',
  header: [],
  mapping: {},
  rows: 1_250,
  looked: 1_250,
  made: 1_247,
  bad: 3,
  problem: null,
  factorDoubts: { loads: 0, loadNumbers: [] },
  createdByName: null,
  createdAt: '2026-11-15T12:00:00Z',
  finishedAt: null,
};

it.each([
  ['loads.csv', 10, null],
  ['Loads 2025.XLSX', 10, null],
  ['loads.xls', 10, 'neither CSV nor Excel'],
  ['loads.csv', 0, 'is empty'],
  ['loads.csv', 26 * 1024 * 1024, 'larger than 25 MB'],
])('%s of %i bytes: %s', (name, size, problem) => {
  if (problem === null) expect(fileProblem({ name, size })).toBeNull();
  else expect(fileProblem({ name, size })).toContain(problem);
});

it.each([
  [{}, '1,247 loads imported, 3 rows rejected'],
  [{ bad: 0, made: 1 }, '1 load imported'],
  [{ state: 'UPLOADED' }, '1,250 rows, not started'],
  [{ state: 'RUNNING', looked: 500 }, 'Running, 40%'],
  [{ state: 'CANCELLED', looked: 0 }, 'Cancelled before it began'],
  [{ state: 'CANCELLED', made: 500, bad: 0 }, 'Cancelled; 500 loads imported'],
  [{ state: 'FAILED', problem: 'The file is damaged.', made: 0, bad: 0 }, 'The file is damaged. 0 loads imported'],
] as [Partial<DataImport>, string][])('%j reads %s', (change, words) => {
  expect(formatOutcome({ ...done, ...change })).toBe(words);
});

it('says how far it is and how it ended', () => {
  expect(formatProgress({ ...done, looked: 500, made: 498, bad: 2 })).toBe('500 of 1,250 rows looked at, 498 loads imported, 2 rejected');
  expect([endTitle(done), endTitle({ ...done, made: 1 }), endTitle({ ...done, made: 0 })]).toEqual([
    '1,247 loads imported',
    '1 load imported',
    'No row became a load',
  ]);
});

it('names the loads that the factor speaks against, and the brokers that it does not know', () => {
  expect(formatFactorDoubts({ loads: 0, loadNumbers: [] })).toBeNull();
  expect(formatFactorDoubts({ loads: 1, loadNumbers: ['7'] })).toBe('Your factor may not buy the invoice of 1 load: 7.');
  expect(formatFactorDoubts({ loads: 3, loadNumbers: ['7', '8'] })).toBe(
    'Your factor may not buy the invoices of 3 loads: 7, 8 and 1 more.',
  );
  const [fine, doubted] = [{ factorDoubt: null }, { factorDoubt: 'Ridgeway declined Quickturn on Nov 12, 2026.' }];
  expect(formatFactorNote({ rows: [fine], factorUnknown: null })).toBeNull();
  expect(formatFactorNote({ rows: [fine, doubted], factorUnknown: { factorName: 'Ridgeway', brokers: ['Acme', 'Beta'] } })).toBe(
    'Your factor may not buy the invoice of 1 row. Ridgeway has not said anything about Acme, Beta. Such rows are imported too.',
  );
});

it('tells what the server says about the file rather than its general sentence', () => {
  const data = { type: 'x', title: 'x', status: 400, code: 'validation_failed', detail: 'Some fields need another look', instance: '/' };
  const errors = [{ path: 'body.file', message: 'The file has no rows below its header' }];
  expect(formatRefusal({ status: 400, data: { ...data, errors } })).toBe('The file has no rows below its header.');
  expect(formatRefusal({ status: 400, data })).toBe('Some fields need another look');
});
