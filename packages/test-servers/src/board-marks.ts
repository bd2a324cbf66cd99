// What the extension draws on the rows of the sandbox's demo board, compared with what is true of their loads.

/** A load as its broker knows it. */
export interface TrueLoad {
  key: string;
  uuid: string;
  origin: { city: string; state: string };
  destination: { city: string; state: string };
  tripMiles: number;
  deadheadOrigin: number;
  rateCents: number | null;
  reference: string | null;
  email: string | null;
  broker: { name: string };
}

/** What our extension shows on a row at one moment. */
export interface RowMark {
  /** Of the load that the row shows. */
  key: string;
  mark: string | null;
  /** What our element says to a screen reader. Null without one. */
  label: string | null;
  elements: number;
}

/** A node as the browser's debugger gives it: with the inside of our elements, which is closed to the page's scripts. */
export interface DebuggerNode {
  nodeName: string;
  /** The words of a text. */
  nodeValue: string;
  backendNodeId: number;
  attributes?: string[] | undefined;
  children?: DebuggerNode[] | undefined;
  shadowRoots?: DebuggerNode[] | undefined;
  contentDocument?: DebuggerNode | undefined;
}

/** By the two keys under which a board may show a load. */
export function indexTruth(loads: readonly TrueLoad[]): Map<string, TrueLoad> {
  return new Map(loads.flatMap((load) => [load.key, load.uuid].map((key): [string, TrueLoad] => [key, load])));
}

export function attributeOf({ attributes = [] }: DebuggerNode, name: string): string | null {
  const at = attributes.findIndex((one, index) => index % 2 === 0 && one === name);
  return at < 0 ? null : (attributes[at + 1] ?? null);
}

export function* nodesIn(node: DebuggerNode): Generator<DebuggerNode> {
  yield node;
  const inside = [...(node.children ?? []), ...(node.shadowRoots ?? []), ...(node.contentDocument ? [node.contentDocument] : [])];
  for (const child of inside) yield* nodesIn(child);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function keyOf(node: DebuggerNode): string | null {
  const id = attributeOf(node, 'id');
  if (id?.startsWith('row-') === true) return id.slice(4);
  if (attributeOf(node, 'role') !== 'listitem') return null;
  const ids = (node.children ?? []).map((child) => attributeOf(child, 'id'));
  return ids.find((one) => one !== null && uuid.test(one)) ?? null;
}

/** All rows of a document. */
export function findMarks(root: DebuggerNode): RowMark[] {
  return [...nodesIn(root)].flatMap((row): RowMark[] => {
    const key = keyOf(row);
    if (key === null) return [];
    const hosts = [...nodesIn(row)].filter(({ nodeName }) => nodeName === 'HH-ROW');
    const button = hosts[0] && [...nodesIn(hosts[0])].find(({ nodeName }) => nodeName === 'BUTTON');
    return [
      { key, mark: attributeOf(row, 'data-hh'), label: (button && attributeOf(button, 'aria-label')) ?? null, elements: hosts.length },
    ];
  });
}

const lowest = 2.4;
/** The lowest rate per mile, as it is typed into the popup. */
export const lowestText = lowest.toFixed(2);

/** What the extension may know besides what the row shows. */
export interface RowFacts {
  /** A table shows no deadhead, so nobody knows its rate per mile over all miles. */
  hasDeadhead?: boolean;
  /** The company's target for a mile. */
  targetCents?: number | null;
  /** The brokers whom the company has blocked, by name, and why. */
  blocked?: ReadonlyMap<string, string>;
  /** What the board has moved, so that no row is read for it. */
  unread?: 'Rate' | 'Trip miles' | 'Deadhead';
}

function rateText({ rateCents, tripMiles, deadheadOrigin }: TrueLoad, { hasDeadhead = true, targetCents = null, unread }: RowFacts) {
  const cents = rateCents === null || !hasDeadhead || unread !== undefined ? null : rateCents / (tripMiles + deadheadOrigin);
  if (cents === null) return { cents, text: 'Rate per mile not known' };
  const stands = targetCents !== null && cents >= targetCents ? ', over target' : '';
  return { cents, text: `${(Math.floor(cents) / 100).toFixed(2)} a mile, all miles${stands}` };
}

/** What must stand on the row of this load. */
function expectedMark(load: TrueLoad, facts: RowFacts) {
  const { origin, destination, rateCents, broker } = load;
  const { cents, text } = rateText(load, facts);
  const said = `${origin.city}, ${origin.state} to ${destination.city}, ${destination.state}: ${text}.`;
  const blocked = facts.blocked?.get(broker.name);
  if (blocked !== undefined) return { mark: 'dim', label: `${said} Blocked: ${blocked}` };
  if (facts.unread === 'Rate') return { mark: null, label: `${said} Rate not read` };
  const gap = facts.unread === undefined ? 'No deadhead shown' : `${facts.unread} not read`;
  if (cents === null) return { mark: null, label: `${said} ${rateCents === null ? 'No rate posted' : gap}` };
  return cents < lowest * 100
    ? { mark: 'dim', label: `${said} Under ${lowestText} a mile` }
    : { mark: 'match', label: `${said} Fits your filter` };
}

/** Whether the row has not been read yet, or has been drawn anew by the board since. */
export const isWaiting = ({ label }: RowMark) => label === null || label === 'Reading this load';

function isTrue(row: RowMark, expected: ReturnType<typeof expectedMark>): boolean {
  const isMarkTrue = row.mark === expected.mark || (row.mark === null && isWaiting(row));
  return isMarkTrue && (row.label === expected.label || isWaiting(row));
}

/**
 * Rows on which something stands that isn't true of the load that they show. What isn't there yet is not wrong. What the company knows comes
 * later than the row: with several `facts`, a row may speak by any of them.
 */
export function findWrong(
  marks: readonly RowMark[],
  truth: ReadonlyMap<string, TrueLoad>,
  facts: readonly [RowFacts, ...RowFacts[]] = [{}],
): unknown[] {
  return marks.flatMap((row): unknown[] => {
    const load = truth.get(row.key);
    const expected = load === undefined ? [] : facts.map((known) => expectedMark(load, known));
    return expected.some((one) => isTrue(row, one)) && row.elements <= 1 ? [] : [{ ...row, expected }];
  });
}
