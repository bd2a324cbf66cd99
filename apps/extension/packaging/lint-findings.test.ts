import { expect, it } from 'vitest';
import { listFindings } from './lint-findings.ts';

const finding = (code: string, file?: string) => ({ code, message: 'why', ...(file === undefined ? {} : { file }) });
const none = { errors: [], warnings: [], notices: [] };

it('a known warning is no finding', () => {
  expect(listFindings({ ...none, warnings: [finding('DANGEROUS_EVAL', 'background.js')] })).toEqual([]);
});

it.each([
  ['the same warning in a content script', { ...none, warnings: [finding('DANGEROUS_EVAL', 'content-scripts/board.js')] }],
  ['another warning', { ...none, warnings: [finding('MISSING_DATA_COLLECTION_PERMISSIONS', 'manifest.json')] }],
  ['an error', { ...none, errors: [finding('DANGEROUS_EVAL', 'background.js')] }],
  ['a notice', { ...none, notices: [finding('X')] }],
])('%s is one', (_, report) => expect(listFindings(report)).toHaveLength(1));
