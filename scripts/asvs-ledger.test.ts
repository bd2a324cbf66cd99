import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLedgerFaults } from './asvs-ledger.ts';

const root = resolve(import.meta.dirname, '..');

/** A ledger with two chapters, one of three requirements and one of one. */
const good = `# Ledger

## Summary

| chapter | asked | met | partly | not | n.a. |
| 1 Input | 3 | 1 | 1 | 0 | 1 |
| 2 Files | 1 | 0 | 0 | 1 | 0 |
| all | 4 | 1 | 1 | 1 | 1 |

## What is missing

| number | state | what is missing | what would make it met |
| 2.1.1 | not | all of it | \`src/files.ts\` |
| 1.1.2 | partly | half | the rest |

## 1 Input

3 asked: 1 met, 1 partly, 0 not, 1 n.a.

| number | what it asks | state | where | shown by |
| 1.1.1 | Decoded once | met | \`src/input.ts\` | \`src/input.test.ts\` "decodes once"; \`proof input\` |
| 1.1.2 | Escaped | partly | \`src/input.ts\` | read |
| 1.2.1 | LDAP | n.a. | no LDAP | read |

## 2 Files

1 asked: 0 met, 0 partly, 1 not, 0 n.a.

| number | what it asks | state | where | shown by |
| 2.1.1 | Scanned | not | \`src/files.ts\` | read |
`;
const files: Record<string, string> = {
  'src/input.ts': '',
  'src/input.test.ts': "it('decodes once', () => {});",
  'src/files.ts': '',
  'proof/src/input': '',
};
const faultsOf = (ledger: string) =>
  findLedgerFaults(ledger, { exists: (path) => path in files, read: (path) => files[path] ?? '' }, [3, 1]);

describe('findLedgerFaults', () => {
  it('has nothing to say about a ledger that is whole', () => {
    expect(faultsOf(good)).toEqual([]);
  });

  it.each([
    ['a requirement that is missing', /^\| 1\.2\.1 .*\n/m, '', 'chapter 1: 2 requirements of 3'],
    ['one that stands there twice', '| 1.2.1 |', '| 1.1.1 |', '1.1.1: stands here twice'],
    ['one of another chapter', '| 1.2.1 |', '| 3.2.1 |', 'chapter 1: 2 requirements of 3'],
    ['a state nobody knows', '| n.a. | no LDAP', '| never | no LDAP', '1.2.1: no state "never"'],
    ['a file that is gone', '`src/input.ts` | read', '`src/gone.ts` | read', '1.1.2: no src/gone.ts'],
    ['a file that is gone, in the list of gaps', '| all of it | `src/files.ts`', '| all of it | `src/gone.ts`', 'no src/gone.ts'],
    ['a test that has another title', 'decodes once"', 'decodes twice"', '1.1.1: no test "decodes twice" in src/input.test.ts'],
    ['a proof that is gone', '`proof input`', '`proof output`', '1.1.1: no proof/src/output'],
    ['a line that nothing shows', '| partly | `src/input.ts` | read |', '| partly | `src/input.ts` | |', '1.1.2: nothing shows it'],
    ['a line that waits', '"; `proof input`', '"; PENDING(a)', '1.1.1: PENDING(a)'],
    ['a sum in the summary', '| 1 Input | 3 | 1 |', '| 1 Input | 3 | 2 |', 'the summary lacks: | 1 Input | 3 | 1 | 1 | 0 | 1 |'],
    ['the sum of all', '| all | 4 |', '| all | 5 |', 'the summary lacks: | all | 4 | 1 | 1 | 1 | 1 |'],
    ['a sum above a chapter', '1 asked: 0 met', '1 asked: 1 met', 'chapter 2 Files lacks: 1 asked: 0 met, 0 partly, 1 not, 0 n.a.'],
    ['a gap that is not told', /^\| 1\.1\.2 \| partly \| half.*\n/m, '', '1.1.2 partly: not told at the top'],
    ['a gap that is told otherwise', '| 2.1.1 | not | all', '| 2.1.1 | partly | all', '2.1.1 partly: told at the top, not so below'],
  ])('names %s', (_name, from, to, fault) => {
    expect(faultsOf(good.replace(from, to))).toContain(fault);
  });
});

describe('docs/security/asvs.md', () => {
  it('names each requirement once, and only files, tests and sums that are so', () => {
    const tree = { exists: (path: string) => existsSync(join(root, path)), read: (path: string) => readFileSync(join(root, path), 'utf8') };
    expect(findLedgerFaults(tree.read('docs/security/asvs.md'), tree)).toEqual([]);
  });
});
