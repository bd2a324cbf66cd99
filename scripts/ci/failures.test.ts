import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOutput, formatFailures, readPlaywrightFailures, readVitestFailures } from './failures.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headhaul-ci-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(report: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

describe('what failed', () => {
  it('is named test by test, with the message', () => {
    const file = write({
      testResults: [
        {
          name: 'loads.test.ts',
          message: '',
          status: 'failed',
          assertionResults: [
            { fullName: 'GET /loads 200', status: 'passed', failureMessages: [] },
            { fullName: 'GET /loads 404', status: 'failed', failureMessages: ['\u001b[31mexpected 404\u001b[39m\nat line 3'] },
          ],
        },
      ],
    });
    expect(readVitestFailures(file)).toEqual([{ name: 'loads.test.ts: GET /loads 404', lines: ['expected 404', 'at line 3'] }]);
  });

  it('is named by file where the file does not load', () => {
    const file = write({ testResults: [{ name: 'loads.test.ts', message: 'no such module', status: 'failed', assertionResults: [] }] });
    expect(readVitestFailures(file)).toEqual([{ name: 'loads.test.ts', lines: ['no such module'] }]);
  });

  it('includes what only a second try passed', () => {
    const spec = {
      title: 'signs in',
      file: 'sign-in.spec.ts',
      tests: [{ status: 'flaky', results: [{ error: { message: 'late' } }, {}] }],
    };
    const file = write({ suites: [{ specs: [], suites: [{ specs: [spec] }] }] });
    expect(readPlaywrightFailures(file)).toEqual([{ name: 'sign-in.spec.ts: signs in (flaky)', lines: ['late'] }]);
  });

  it('is nothing where there is no report', () => {
    expect(readVitestFailures(join(folder, 'absent.json'))).toEqual([]);
  });

  it('keeps the last 40 lines of a program', () => {
    const { lines } = describeOutput('proof mail', `${Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n')}\n`);
    expect(lines).toHaveLength(40);
    expect(lines.at(-1)).toBe('line 99');
    expect(formatFailures([{ name: 'proof mail', lines: ['a', 'b'] }])).toBe('proof mail\n    a\n    b');
  });
});
