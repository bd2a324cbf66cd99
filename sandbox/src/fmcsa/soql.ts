/** A row of a dataset. Socrata leaves out a field without a value, and sends every value as a string. */
export type Row = Readonly<Record<string, string>>;
export type ColumnType = 'text' | 'number';
export type Columns = Readonly<Record<string, ColumnType>>;
type Test = (row: Row) => boolean;

/** A query that Socrata refuses. `code` is one of its error codes. */
export class SoqlError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const tokenPattern = /\s*(?:('(?:[^']|'')*')|(-?\d+(?:\.\d+)?)|([<>!=]+)|([(),])|([a-z_]\w*))/iy;

interface Token {
  kind: 'literal' | 'operator' | 'mark' | 'word';
  text: string;
}

function readTokens(clause: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < clause.trimEnd().length) {
    const at = tokenPattern.lastIndex;
    const match = tokenPattern.exec(clause);
    if (match === null) throw new SoqlError('query.soql.unexpected-character', `Unexpected character at ${at}`);
    const [, quoted, number, operator, mark, word = ''] = match;
    if (quoted !== undefined) tokens.push({ kind: 'literal', text: quoted.slice(1, -1).replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: 'literal', text: number });
    else if (operator !== undefined) tokens.push({ kind: 'operator', text: operator });
    else tokens.push(mark === undefined ? { kind: 'word', text: word } : { kind: 'mark', text: mark });
  }
  return tokens;
}

function typeOf(columns: Columns, column: string): ColumnType {
  const type = columns[column];
  if (type === undefined) throw new SoqlError('query.soql.no-such-column', `No such column: ${column}`);
  return type;
}

/** Below zero when `left` comes first. */
function compare(type: ColumnType, left: string, right: string): number {
  return type === 'number' ? Number(left) - Number(right) : left < right ? -1 : Number(left > right);
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function checkLiteral(type: ColumnType, literal: string): string {
  if (type === 'number' && Number.isNaN(Number(literal)))
    throw new SoqlError('query.soql.type-mismatch', `Type mismatch for op$=, is text`);
  return literal;
}

function likeTest(pattern: string): (value: string) => boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%', '.*');
  const expression = new RegExp(`^${escaped}$`, 's');
  return (value) => expression.test(value);
}

/** The part of SoQL that a client of this data needs: comparisons, `in`, `like`, `is null`, `and`, `or`, `not` and parentheses. */
export function parseWhere(clause: string, columns: Columns): Test {
  const tokens = readTokens(clause);
  let at = 0;

  const isNext = (text: string) => tokens[at]?.text.toLowerCase() === text && tokens[at]?.kind !== 'literal';
  function take(kind: Token['kind'], text?: string): string {
    const token = tokens[at];
    if (token?.kind !== kind || (text !== undefined && token.text.toLowerCase() !== text))
      throw new SoqlError('query.soql.parse-error', `Expected ${text ?? `a ${kind}`}, got ${token?.text ?? 'the end'}`);
    at += 1;
    return token.text;
  }

  function readList(type: ColumnType): string[] {
    take('mark', '(');
    const list = [checkLiteral(type, take('literal'))];
    while (isNext(',')) {
      take('mark');
      list.push(checkLiteral(type, take('literal')));
    }
    take('mark', ')');
    return list;
  }

  function readComparison(): Test {
    const column = take('word').toLowerCase();
    const type = typeOf(columns, column);
    const onValue = (test: (value: string) => boolean): Test => {
      return (row) => {
        const value = row[column];
        return value !== undefined && test(value);
      };
    };
    if (isNext('is')) {
      take('word');
      const isNot = isNext('not');
      if (isNot) take('word');
      take('word', 'null');
      return (row) => (row[column] === undefined) !== isNot;
    }
    if (isNext('in')) {
      take('word');
      const list = readList(type);
      return onValue((value) => list.some((item) => compare(type, value, item) === 0));
    }
    if (isNext('like')) {
      take('word');
      return onValue(likeTest(take('literal')));
    }
    const operator = take('operator');
    const holds = comparisons[operator];
    if (holds === undefined) throw new SoqlError('query.soql.parse-error', `Unknown operator ${operator}`);
    const literal = checkLiteral(type, take('literal'));
    return onValue((value) => holds(compare(type, value, literal)));
  }

  function readFactor(): Test {
    if (isNext('not')) {
      take('word');
      const inner = readFactor();
      return (row) => !inner(row);
    }
    if (!isNext('(')) return readComparison();
    take('mark');
    const inner = readOr();
    take('mark', ')');
    return inner;
  }

  function readAnd(): Test {
    const parts = [readFactor()];
    while (isNext('and')) {
      take('word');
      parts.push(readFactor());
    }
    return (row) => parts.every((part) => part(row));
  }

  function readOr(): Test {
    const parts = [readAnd()];
    while (isNext('or')) {
      take('word');
      parts.push(readAnd());
    }
    return (row) => parts.some((part) => part(row));
  }

  const test = readOr();
  if (at < tokens.length) throw new SoqlError('query.soql.parse-error', `Unexpected ${tokens[at]?.text}`);
  return test;
}

const defaultLimit = 1_000;
const knownOptions = new Set(['$select', '$where', '$order', '$limit', '$offset', '$$app_token']);

function readWhole(query: URLSearchParams, option: string, fallback: number): number {
  const text = query.get(option);
  if (text === null) return fallback;
  if (!/^\d+$/.test(text)) throw new SoqlError('query.soql.parse-error', `${option} must be a whole number`);
  return Number(text);
}

function readOrder(clause: string, columns: Columns): (left: Row, right: Row) => number {
  const keys = clause.split(',').map((part) => {
    const [column = '', direction = 'asc'] = part.trim().toLowerCase().split(/\s+/);
    return { column, type: typeOf(columns, column), sign: direction === 'desc' ? -1 : 1 };
  });
  return (left, right) => {
    for (const { column, type, sign } of keys) {
      const order = compare(type, left[column] ?? '', right[column] ?? '') * sign;
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Runs the query of an address like `?dot_number=1428816&$limit=1` over the rows. */
export function query(rows: readonly Row[], columns: Columns, parameters: URLSearchParams): Row[] {
  const tests: Test[] = [];
  for (const [name, value] of parameters) {
    if (name.startsWith('$')) {
      if (!knownOptions.has(name)) throw new SoqlError('query.soql.unrecognized-arguments', `Unrecognized arguments [${name}]`);
    } else {
      const type = typeOf(columns, name);
      const literal = checkLiteral(type, value);
      tests.push((row) => row[name] !== undefined && compare(type, row[name], literal) === 0);
    }
  }
  const where = parameters.get('$where');
  if (where !== null) tests.push(parseWhere(where, columns));
  const order = parameters.get('$order');
  const selected = parameters.get('$select');
  const shown = selected === null || selected.trim() === '*' ? undefined : selected.split(',').map((part) => part.trim());
  for (const column of shown ?? []) typeOf(columns, column);
  const found = rows.filter((row) => tests.every((test) => test(row)));
  const sorted = order === null ? found : found.toSorted(readOrder(order, columns));
  const offset = readWhole(parameters, '$offset', 0);
  const page = sorted.slice(offset, offset + readWhole(parameters, '$limit', defaultLimit));
  return shown === undefined ? page : page.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => shown.includes(key))));
}
