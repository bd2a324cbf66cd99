import { dirname } from 'node:path';

/** With more files in a folder, names begin to share prefixes, and files with the same prefix should be a folder. */
export const maxFiles = 30;
export const maxLines = 400;

const source = /\.(ts|tsx|css)$/;
const generated = /(^|\/)generated\.ts$/;

export interface SourceFile {
  path: string;
  lines: number;
}

/** Folders with too many files and files with too many lines, each with its number. */
export function findCrowded(files: readonly SourceFile[]): string[] {
  const written = files.filter(({ path }) => source.test(path) && !generated.test(path));
  const folders = Map.groupBy(written, ({ path }) => dirname(path));
  return [
    ...[...folders].filter(([, inside]) => inside.length > maxFiles).map(([folder, inside]) => `${folder}: ${inside.length} files`),
    ...written.filter(({ lines }) => lines > maxLines).map(({ path, lines }) => `${path}: ${lines} lines`),
  ];
}
