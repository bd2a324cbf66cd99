/** How many requirements of level 1 and 2 each chapter of ASVS 5.0.0 has, from chapter 1 on. */
const askedByChapter = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

export interface Tree {
  exists(path: string): boolean;
  read(path: string): string;
}

const states = ['met', 'partly', 'not', 'n.a.'] as const;
const isGap = (state: string) => state === 'partly' || state === 'not';

interface Row {
  number: string;
  state: string;
  line: string;
  shown: string;
}

interface Section {
  title: string;
  text: string;
  rows: Row[];
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(' | ')
    .map((cell) => cell.trim());
}

/** The sections of the page, each with the table rows that begin with a requirement number. */
function readSections(ledger: string): Section[] {
  return ledger.split(/^## /m).map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const rows = lines
      .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
      .map((line) => {
        const [number = '', second = '', third = ''] = cellsOf(line);
        const isChapter = /^\d+ /.test(title);
        return { number, state: isChapter ? third : second, line, shown: cellsOf(line).at(-1) ?? '' };
      });
    return { title, text: lines.join('\n'), rows };
  });
}

function countStates(rows: readonly Row[]): number[] {
  return [rows.length, ...states.map((state) => rows.filter((row) => row.state === state).length)];
}

/** Wrong statements in `docs/security/asvs.md`, each with its number. */
export function findLedgerFaults(written: string, tree: Tree, asked: readonly number[] = askedByChapter): string[] {
  // The formatter pads a table's cells.
  const ledger = written.replace(/ {2,}/g, ' ');
  const sections = readSections(ledger);
  const chapters = sections.filter(({ title }) => /^\d+ /.test(title));
  const rows = chapters.flatMap((chapter) => chapter.rows);
  return [
    ...findWrongNumbers(chapters, asked),
    ...findWaiting(ledger),
    ...rows.flatMap((row) => findWrongRow(row, tree)),
    ...findLostPaths(
      sections.filter((section) => !chapters.includes(section)).map(({ text }) => text),
      tree,
    ),
    ...findWrongSums(ledger, chapters),
    ...findWrongGaps(sections.find(({ title }) => title === 'What is missing')?.rows ?? [], rows),
  ];
}

function findWrongNumbers(chapters: readonly Section[], asked: readonly number[]): string[] {
  const counts = asked.flatMap((count, index) => {
    const chapter = chapters.find(({ title }) => title.startsWith(`${index + 1} `));
    const found = chapter?.rows.filter(({ number }) => number.startsWith(`${index + 1}.`)).length ?? 0;
    return found === count ? [] : [`chapter ${index + 1}: ${found} requirements of ${count}`];
  });
  const byNumber = Map.groupBy(
    chapters.flatMap(({ rows }) => rows),
    ({ number }) => number,
  );
  return [...counts, ...[...byNumber].filter(([, same]) => same.length > 1).map(([number]) => `${number}: stands here twice`)];
}

/** Rows still marked PENDING, because they were written before the work was done. */
function findWaiting(ledger: string): string[] {
  return ledger.split('\n').flatMap((line) => (line.match(/PENDING\([^)]*\)/g) ?? []).map((mark) => `${cellsOf(line)[0]}: ${mark}`));
}

function findWrongRow({ number, state, line, shown }: Row, tree: Tree): string[] {
  const faults: string[] = [];
  if (!states.some((known) => known === state)) faults.push(`${number}: no state "${state}"`);
  if (!/`|\bread\b|PENDING/.test(shown)) faults.push(`${number}: nothing shows it`);
  for (const [, name = ''] of line.matchAll(/`([^`]+)`/g)) {
    const path = name.startsWith('proof ') ? `proof/src/${name.slice('proof '.length)}` : name;
    if (!tree.exists(path)) faults.push(`${number}: no ${path}`);
  }
  for (const [, path = '', title = ''] of line.matchAll(/`([^`]+)` "([^"]+)"/g)) {
    if (tree.exists(path) && !tree.read(path).includes(title)) faults.push(`${number}: no test "${title}" in ${path}`);
  }
  return faults;
}

/** Outside of the chapters a name with a slash is a path. */
function findLostPaths(texts: readonly string[], tree: Tree): string[] {
  const names = texts.flatMap((text) => [...text.matchAll(/`([^`\s]*\/[^`\s]*)`/g)].map(([, name = '']) => name));
  return names.filter((name) => !tree.exists(name)).map((name) => `no ${name}`);
}

function findWrongSums(ledger: string, chapters: readonly Section[]): string[] {
  const lines = [...chapters.map(({ title, rows }) => ({ title, rows })), { title: 'all', rows: chapters.flatMap(({ rows }) => rows) }];
  const inSummary = lines
    .map(({ title, rows }) => `| ${[title, ...countStates(rows)].join(' | ')} |`)
    .filter((line) => !ledger.split('\n').includes(line))
    .map((line) => `the summary lacks: ${line}`);
  const onTop = chapters.flatMap(({ title, text, rows }) => {
    const [all, ...counts] = countStates(rows);
    const line = `${all} asked: ${states.map((state, index) => `${counts[index]} ${state}`).join(', ')}`;
    return text.split('\n').includes(line) ? [] : [`chapter ${title} lacks: ${line}`];
  });
  return [...inSummary, ...onTop];
}

/** The list at the top must name every gap once, with the same state as below. */
function findWrongGaps(told: readonly Row[], rows: readonly Row[]): string[] {
  const name = ({ number, state }: Row) => `${number} ${state}`;
  const open = rows.filter(({ state }) => isGap(state)).map(name);
  const listed = told.map(name);
  return [
    ...open.filter((gap) => !listed.includes(gap)).map((gap) => `${gap}: not told at the top`),
    ...listed
      .filter((gap, index) => !open.includes(gap) || listed.indexOf(gap) !== index)
      .map((gap) => `${gap}: told at the top, not so below`),
  ];
}
