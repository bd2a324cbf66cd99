import { describe, expect, it } from 'vitest';
import { findInventedNames } from './plain-names.ts';

const found = (text: string, path = 'apps/web/src/a.ts') => findInventedNames([{ path, text }]);

describe('invented names', () => {
  it.each([
    ['const payWords = 1;', 'payWords'],
    ["import { a } from './sending-desk.ts';", 'sending-desk'],
    ['createGrantDesk()', 'GrantDesk'],
    ["kind: 'TRIP_PAPERS'", '_PAPERS'],
    ['const settle = () => wait();', 'const settle'],
    ['keepLastLoads(query)', 'LastLoads'],
  ])('%s', (text, name) => {
    expect(found(text)).toEqual([expect.stringContaining(name)]);
  });

  it('are found in names of files, with the line elsewhere', () => {
    expect(found('', 'apps/web/src/pay-words.ts')).toEqual([expect.stringMatching(/^apps\/web\/src\/pay-words\.ts: -words/)]);
    expect(found('one\nconst seenWords = 2;')).toEqual([expect.stringMatching(/^apps\/web\/src\/a\.ts:2: seenWords/)]);
  });

  it('are not what libraries and stored keys are called, nor what history says', () => {
    expect(found("import { decodeWords } from 'postal-mime';\nformerName: 'hh.last-loads.v1',\nin other words")).toEqual([]);
    expect(found('mail_turns', 'apps/api/migrations/0001_start.sql')).toEqual([]);
  });

  it('of proofs and of the web app are refused there alone', () => {
    expect(found('const sight = rows();')).toHaveLength(1);
    expect(found('const sight = watch();', 'apps/extension/src/a.ts')).toEqual([]);
    expect(found('judge(answer)', 'proof/src/a.ts')).toHaveLength(1);
    expect(found('filter.judge(load)')).toEqual([]);
  });
});
