import { parseSync, Visitor } from 'oxc-parser';

// The checker's native programs are not installed. This selects the one in JavaScript.
process.env.RECHECK_BACKEND = 'pure';
const { check } = await import('recheck');

export interface Pattern {
  file: string;
  source: string;
  flags: string;
}

/** A pattern whose cost is known to grow faster than the text's length, and why that does no harm. */
export interface AllowedPattern {
  file: string;
  source: string;
  /** Begins with the largest text it can meet: "at most 22 characters: ...". */
  reason: string;
}

/** Much more than any decidable pattern of ours needs, even on a slow and busy machine. */
const timeoutMs = 600_000;
/** A pattern without one of these takes a fixed time at each position. */
const quantifier = /[*+]|\{\d+,/;

interface Expression {
  type: string;
  name?: string;
  value?: unknown;
  quasis?: { value: { cooked: string | null; raw: string } }[];
}

/** The value of a constant text. Undefined if it is known only at run time. */
function readText(node: Expression | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.quasis?.length === 1) return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

/** Every regular expression in a file whose source is constant. */
export function listPatterns(file: string, code: string): Pattern[] {
  const found: Pattern[] = [];
  const readCall = ({ callee, arguments: given }: { callee: unknown; arguments: unknown[] }) => {
    if ((callee as Expression).name !== 'RegExp') return;
    const source = readText(given[0] as Expression | undefined);
    if (source !== undefined) found.push({ file, source, flags: readText(given[1] as Expression | undefined) ?? '' });
  };
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: readCall,
    CallExpression: readCall,
  }).visit(program);
  return found;
}

/** What is wrong with a pattern. Null if its cost grows only linearly with the text's length. */
export async function findCost({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Promise<string | null> {
  if (!quantifier.test(source)) return null;
  // Lookarounds and backreferences have no automaton. The checker could try them by fuzzing, but its results vary.
  const answer = await check(source, flags, { checker: 'automaton', timeout: timeoutMs });
  if (answer.status === 'safe') return null;
  return answer.status === 'vulnerable' ? answer.complexity.summary : `undecided (${answer.error.kind})`;
}

/**
 * The faults of these patterns, and entries of the list that are no longer needed. Patterns in `harmless` were checked before. Newly found
 * harmless ones are added to it.
 */
export async function checkPatterns(
  patterns: readonly Pattern[],
  allowed: readonly AllowedPattern[],
  harmless: Set<string> = new Set(),
): Promise<string[]> {
  const faults: string[] = [];
  const isOf = (pattern: Pattern) => (one: AllowedPattern) => one.file === pattern.file && one.source === pattern.source;
  for (const one of allowed) {
    if (!patterns.some((pattern) => isOf(pattern)(one))) faults.push(`${one.file}: /${one.source}/ is allowed and not there`);
    if (!/^at most [\d,]+ characters: ./.test(one.reason))
      faults.push(`${one.file}: /${one.source}/ does not say how long its text can be`);
  }
  for (const pattern of patterns) {
    if (allowed.some(isOf(pattern))) continue;
    const key = `/${pattern.source}/${pattern.flags}`;
    if (harmless.has(key)) continue;
    const cost = await findCost(pattern);
    if (cost === null) harmless.add(key);
    else faults.push(`${pattern.file}: ${key}: ${cost}`);
  }
  return faults;
}
