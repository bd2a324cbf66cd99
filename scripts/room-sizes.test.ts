import { describe, expect, it } from 'vitest';
import { findCrowded, maxFiles, maxLines } from './room-sizes.ts';

const file = (path: string, lines = 10) => ({ path, lines });
const folder = (name: string, count: number) => Array.from({ length: count }, (_, index) => file(`${name}/file-${index}.ts`));

describe('findCrowded', () => {
  it('names a folder with one file too many, and counts styles and tests', () => {
    expect(findCrowded(folder('apps/loads', maxFiles))).toEqual([]);
    expect(findCrowded([...folder('apps/loads', maxFiles), file('apps/loads/list.module.css')])).toEqual([
      `apps/loads: ${maxFiles + 1} files`,
    ]);
  });

  it('counts each folder by itself, without what lies in folders below and without other kinds of files', () => {
    const files = [
      ...folder('apps/loads', maxFiles),
      ...folder('apps/loads/list', maxFiles),
      file('apps/loads/README.md'),
      file('apps/loads/map.json'),
    ];
    expect(findCrowded(files)).toEqual([]);
  });

  it('names a file that is too long, unless a program wrote it', () => {
    const files = [file('a/long.ts', maxLines + 1), file('a/whole.ts', maxLines), file('a/generated.ts', 5_000)];
    expect(findCrowded(files)).toEqual([`a/long.ts: ${maxLines + 1} lines`]);
  });
});
