import { brokerNameKey } from '@headhaul/domain/factoring/match';
import { attributeOf, type DebuggerNode, lowestText, nodesIn, type TrueLoad } from '@headhaul/test-servers/board-marks';

/** What a row must say of a broker. */
export interface BrokerTruth {
  letter: string;
  text: string;
  /** How many things there are to check, as a number beside it. Empty for none. */
  risks: string;
  label: string;
  /** "2 things to check", where nothing else has to be said beside the mail button. */
  toCheck: string;
  /** "Blocked: Unpaid claim 1". */
  blocked: string | null;
}

/** Everything of ours on a row at one moment. */
export interface RowSaid {
  /** Of the load that the row shows. */
  key: string;
  mark: string | null;
  rate: { label: string; text: string };
  mail: { label: string; text: string };
  /** The words beside the mail button, and the same where they can be pressed. */
  note: { text: string; why: string };
  broker: Pick<BrokerTruth, 'letter' | 'text' | 'risks' | 'label'>;
  elements: number;
}

const textOf = (node: DebuggerNode | undefined) =>
  node === undefined ? '' : [...nodesIn(node)].map(({ nodeName, nodeValue }) => (nodeName === '#text' ? nodeValue : '')).join('');
const hasClass = (name: string) => (node: DebuggerNode) => (attributeOf(node, 'class') ?? '').split(' ').includes(name);
const isHidden = (node: DebuggerNode | undefined) => node === undefined || attributeOf(node, 'hidden') !== null;

function readMail(mail: DebuggerNode | undefined): Pick<RowSaid, 'mail' | 'note'> {
  const silent = { mail: { label: '', text: '' }, note: { text: '', why: '' } };
  if (mail === undefined || isHidden(mail) || hasClass('blank')(mail)) return silent;
  const inside = [...nodesIn(mail)];
  const button = inside.find(({ nodeName }) => nodeName === 'BUTTON');
  const note = { text: textOf(inside.find(hasClass('note'))), why: hasClass('held')(mail) ? textOf(inside.find(hasClass('why'))) : '' };
  if (button === undefined || isHidden(button)) return { ...silent, note };
  return { mail: { label: attributeOf(button, 'aria-label') ?? '', text: textOf(button) }, note };
}

function readRow(key: string, row: DebuggerNode): RowSaid {
  const hosts = [...nodesIn(row)].filter(({ nodeName }) => nodeName === 'HH-ROW');
  const inside = hosts[0] === undefined ? [] : [...nodesIn(hosts[0])];
  const button = inside.find(({ nodeName }) => nodeName === 'BUTTON');
  const broker = inside.find(hasClass('broker'));
  const said = (node: DebuggerNode | undefined, name: string) => (node === undefined ? null : attributeOf(node, name)) ?? '';
  return {
    key,
    mark: attributeOf(row, 'data-hh'),
    rate: { label: said(button, 'aria-label'), text: textOf(button) },
    ...readMail(inside.find(hasClass('mail'))),
    broker: {
      letter: said(broker, 'data-letter'),
      text: textOf(broker),
      risks: said(broker, 'data-risks'),
      label: said(broker, 'aria-label'),
    },
    elements: hosts.length,
  };
}

/** All rows of a document. */
export function readRows(root: DebuggerNode): RowSaid[] {
  return [...nodesIn(root)].flatMap((node) => {
    const id = attributeOf(node, 'id');
    return id?.startsWith('row-') === true ? [readRow(id.slice('row-'.length), node)] : [];
  });
}

const nothing = { letter: '', text: '', risks: '', label: '', toCheck: '', blocked: null };
/** Of a broker whom the company doesn't have. */
const newBroker: BrokerTruth = { ...nothing, text: 'New', label: 'New broker, not in your broker list' };

/** What must stand on the row of this load. `known` is null while nobody has heard of the broker. */
function expectRow(
  { key, origin, destination, rateCents, tripMiles, deadheadOrigin, email }: TrueLoad,
  known: BrokerTruth | null,
): RowSaid {
  const lane = `${origin.city}, ${origin.state} to ${destination.city}, ${destination.state}`;
  const lowest = Number(lowestText) * 100;
  const cents = rateCents === null ? null : rateCents / (tripMiles + deadheadOrigin);
  const perMile = cents === null ? null : (Math.floor(cents) / 100).toFixed(2);
  const isUnder = cents !== null && cents < lowest;
  const { blocked, toCheck, ...broker } = known ?? nothing;
  const why = blocked ?? (cents === null ? 'No rate posted' : isUnder ? `Under ${lowestText} a mile` : '');
  const rate = perMile === null ? 'Rate per mile not known' : `${perMile} a mile, all miles`;
  const isHeldBack = isUnder || blocked !== null;
  const note = why === '' ? toCheck : why;
  return {
    key,
    mark: isHeldBack ? 'dim' : cents === null ? null : 'match',
    rate: { label: `${lane}: ${rate}. ${why === '' ? 'Fits your filter' : why}`, text: perMile ?? '–' },
    mail: email === null ? { label: '', text: '' } : { label: `Email broker, ${lane}`, text: 'Email' },
    note: { text: email === null && !isHeldBack ? 'No email address' : note, why: isHeldBack ? note : '' },
    broker,
    elements: 1,
  };
}

/** Whether the row has not been read yet, or has been drawn anew by the board since. */
const isWaiting = ({ rate: { label } }: RowSaid) => label === '' || label === 'Reading this load';

const parts = ['rate', 'mail', 'note', 'broker'] as const;
export type Part = (typeof parts)[number];

function pick({ mark, rate, mail, note, broker, elements }: RowSaid): Record<Part, string> {
  return {
    rate: JSON.stringify([mark, rate, elements]),
    mail: JSON.stringify(mail),
    note: JSON.stringify(note),
    broker: JSON.stringify([broker.letter, broker.text, broker.risks, broker.label]),
  };
}

const isSilent = ({ mark, mail, note, broker, elements }: RowSaid) =>
  mark === null && elements <= 1 && mail.label + note.text + broker.letter + broker.text === '';

export interface Compared {
  /** Rows of which this part said something. */
  said: number;
  /** Of these, those that said something about another load. */
  wrong: number;
}

/** Compares rows, look by look, with what is true of the loads that they show. */
export function createComparison(loads: ReadonlyMap<string, TrueLoad>, brokers: ReadonlyMap<string, BrokerTruth>) {
  /** The page asks about brokers once in a while, and then knows them for all rows. */
  const heard = new Set<string>();
  const compared = Object.fromEntries(parts.map((part) => [part, { said: 0, wrong: 0 }])) as Record<Part, Compared>;
  const result = { compared, waiting: 0, wrongs: [] as string[] };

  function note(part: Part, hasSaid: boolean, found: string, expected: string): void {
    const isWrong = found !== expected;
    if (hasSaid || isWrong) compared[part].said += 1;
    if (!isWrong) return;
    compared[part].wrong += 1;
    result.wrongs.push(`${part} ${found} is not ${expected}`);
  }

  const brokerOf = (load: TrueLoad | undefined) => brokerNameKey(load?.broker.name ?? '');
  const truthOf = (name: string) => brokers.get(name) ?? newBroker;
  function hear({ key, broker }: RowSaid): void {
    const name = brokerOf(loads.get(key));
    if (broker.label !== '' && broker.label === truthOf(name).label) heard.add(name);
  }

  return {
    result,
    look(rows: readonly RowSaid[]): void {
      for (const row of rows) hear(row);
      for (const row of rows) {
        const load = loads.get(row.key);
        if (isWaiting(row)) {
          result.waiting += 1;
          if (!isSilent(row)) note('rate', true, JSON.stringify(row), 'nothing while it waits');
          continue;
        }
        const name = brokerOf(load);
        const [found, expected] = [pick(row), pick(expectRow(load ?? unknown(row), heard.has(name) ? truthOf(name) : null))];
        note('rate', true, found.rate, expected.rate);
        note('mail', row.mail.label !== '', found.mail, expected.mail);
        note('note', row.note.text !== '', found.note, expected.note);
        note('broker', row.broker.label !== '', found.broker, expected.broker);
      }
    },
  };
}

/** A load that nobody posted: nothing can be true of it. */
function unknown({ key }: RowSaid): TrueLoad {
  const nowhere = { city: '?', state: '?' };
  const posted = { tripMiles: 1, deadheadOrigin: 0, rateCents: null, reference: null, email: null };
  return { key, uuid: key, origin: nowhere, destination: nowhere, ...posted, broker: { name: '' } };
}
