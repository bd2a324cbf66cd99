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

export interface RowFacts {
  /** A table shows no deadhead, so nobody knows its rate per mile over all miles. */
  hasDeadhead?: boolean;
  /** The company's target for a mile. */
  targetCents?: number | null;
}

/** What must stand on the row of this load. */
function expectedMark(
  { origin, destination, rateCents, tripMiles, deadheadOrigin }: TrueLoad,
  { hasDeadhead = true, targetCents = null }: RowFacts,
) {
  const cents = rateCents === null || !hasDeadhead ? null : rateCents / (tripMiles + deadheadOrigin);
  const lane = `${origin.city}, ${origin.state} to ${destination.city}, ${destination.state}`;
  const gap = rateCents === null ? 'No rate posted' : 'No deadhead shown';
  if (cents === null) return { mark: null, label: `${lane}: Rate per mile not known. ${gap}` };
  const stands = targetCents !== null && cents >= targetCents ? ', over target' : '';
  const rate = `${lane}: ${(Math.floor(cents) / 100).toFixed(2)} a mile, all miles${stands}.`;
  return cents < lowest * 100
    ? { mark: 'dim', label: `${rate} Under ${lowestText} a mile` }
    : { mark: 'match', label: `${rate} Fits your filter` };
}

/** Whether the row has not been read yet, or has been drawn anew by the board since. */
export const isWaiting = ({ label }: RowMark) => label === null || label === 'Reading this load';

/** Rows on which something stands that isn't true of the load that they show. What isn't there yet is not wrong. */
export function findWrong(marks: readonly RowMark[], truth: ReadonlyMap<string, TrueLoad>, facts: RowFacts = {}): unknown[] {
  return marks.flatMap((row): unknown[] => {
    const load = truth.get(row.key);
    const expected = load && expectedMark(load, facts);
    const isMarkTrue = row.mark === expected?.mark || (row.mark === null && isWaiting(row));
    const isLabelTrue = row.label === expected?.label || isWaiting(row);
    return expected !== undefined && isMarkTrue && isLabelTrue && row.elements <= 1 ? [] : [{ ...row, expected }];
  });
}
