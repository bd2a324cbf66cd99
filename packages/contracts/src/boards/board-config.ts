import { type BoardId, boardFields, boardIds } from '@headhaul/domain/boards/board-load';
import { findSelectorFault, longestSelector } from '@headhaul/domain/boards/selector';
import { transformNames } from '@headhaul/domain/boards/transforms';
import { z } from 'zod';

/** A larger document is refused before it is read. */
export const maxBoardConfigBytes = 64 * 1024;

/** The hosts on which a board's configuration may apply. A configuration can name fewer, never others. */
export const boardHosts: Readonly<Record<BoardId, readonly string[]>> = {
  dat: ['one.dat.com'],
  truckstop: ['main.truckstop.com'],
  truckerpath: ['loadboard.truckerpath.com', 'fleet.truckerpath.com'],
  '123loadboard': ['members.123loadboard.com'],
  sylectus: ['www.sylectus.com', 'www6.sylectus.com', 'www8.sylectus.com'],
  relay: ['relay.amazon.com', 'relay.amazon.co.uk', 'relay.amazon.de'],
  demo: ['localhost'],
  other: [],
};

export const Selector = z
  .string()
  .max(longestSelector, { abort: true })
  .superRefine((selector, context) => {
    const fault = findSelectorFault(selector);
    if (fault !== null) context.addIssue({ code: 'custom', message: `This selector ${fault}` });
  });
/** Alternatives, tried in this order. */
const Selectors = z.array(Selector).min(1).max(6);

const pattern = (most: number, regex: RegExp) => z.string().max(most, { abort: true }).regex(regex);
const Field = z.enum(boardFields);
const Name = pattern(40, /^[a-z][a-z0-9-]*$/);
const Label = pattern(60, /^[a-z0-9][a-z0-9 .#/()-]*$/);
/** A column for a checkbox or a button has no text above it. */
const Head = z.union([Label, z.literal('')]);

/** What may be read besides an element's text. `href` is read for mail addresses and phone numbers only. */
const ReadAttribute = pattern(60, /^(?:id|title|datetime|href|aria-label|data-[a-z0-9-]+)$/);
const how = {
  as: z.enum(transformNames),
  /** The part of a line with `|` between its values. */
  part: z.int().min(0).max(19).optional(),
  options: z.strictObject({ min: z.int().optional(), max: z.int().optional(), isThousands: z.boolean().optional() }).optional(),
};

function isContactRead({ attr, as }: { attr?: string | undefined; as: string }): boolean {
  return attr !== 'href' || as === 'mailto' || as === 'tel';
}
const onlyContacts = { message: 'A link is read only for its address or its number', path: ['attr'] };

/** Where the text of one field stands, and how it is read. Without `attr` it is the element's text. */
export const FieldStep = z.strictObject({ sel: Selectors, attr: ReadAttribute.optional(), ...how }).refine(isContactRead, onlyContacts);
export type FieldStep = z.output<typeof FieldStep>;

/** At most one step for each of the fields that the package knows. */
const FieldSteps = z.partialRecord(Field, FieldStep);

/** For a table without marks on its cells: the texts of its heads, all of them and in this order. Otherwise no row of it is read. */
export const Heads = z.strictObject({ sel: Selector, texts: z.array(Head).min(1).max(60) });

const Layout = z.strictObject({
  id: Name,
  /** The layout of a row that has this element. The first layout that fits is taken. */
  when: z.strictObject({ rowHas: Selector }),
  heads: Heads.optional(),
  fields: FieldSteps,
  /** A row without all of these, and without one of `requiredAny`, is left as the board drew it. */
  required: z.array(Field).min(1).max(boardFields.length),
  requiredAny: z.array(Field).max(boardFields.length),
});
export type BoardLayout = z.output<typeof Layout>;

const Pairs = z.strictObject({
  root: Selector,
  label: Selector,
  value: Selector,
  /** By the label's text in small letters. */
  take: z
    .array(z.strictObject({ label: Label, field: Field, attr: ReadAttribute.optional(), ...how }).refine(isContactRead, onlyContacts))
    .min(1)
    .max(boardFields.length),
});

const Percent = z.int().min(0).max(100);

/** The row's own attribute, or that of the first element inside it that has the shape. */
export const RowKey = z.strictObject({
  sel: Selector.optional(),
  attr: pattern(60, /^(?:id|data-[a-z0-9-]+)$/),
  strip: pattern(40, /^[\w-]+$/).optional(),
  shape: z.enum(['uuid']).optional(),
});

/** What a configuration says besides where things stand. */
export const BoardConfigHeader = z.strictObject({
  schema: z.literal(1),
  board: z.enum(boardIds),
  /** Grows with every change. To go back, the older content is published under a new number. */
  version: z.int().min(1),
  /** BETA: made from descriptions, not yet checked on a page that we saw ourselves. */
  stage: z.enum(['BETA', 'VERIFIED']),
  /** The oldest extension that understands it. */
  minExt: pattern(20, /^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** False turns the board off. */
  enabled: z.boolean(),
  /** False turns one thing off on this board. */
  features: z.strictObject({ filters: z.boolean().optional(), rowUi: z.boolean().optional(), email: z.boolean().optional() }),
  hosts: z
    .array(pattern(100, /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/))
    .min(1)
    .max(10),
  /** A page whose path is one of these, or goes on below it. */
  paths: z
    .array(pattern(100, /^\/[\w./-]*$/))
    .min(1)
    .max(20),
  /** The list draws only what is on the screen, so no row may be hidden: the user would see blank pages. */
  virtualised: z.boolean(),
});

const Shape = BoardConfigHeader.extend({
  container: Selectors,
  row: Selectors,
  key: RowKey,
  /** Inside these nothing is read again when it changes: an age that is written anew every second. */
  ignore: z.array(Selector).max(10),
  /** A page with this element only surrounds the frame that holds the list. */
  framed: Selectors.optional(),
  layouts: z.array(Layout).min(1).max(8),
  detail: z.strictObject({ host: Selectors, fields: FieldSteps, pairs: z.array(Pairs).max(10) }).optional(),
  /** Where our own elements go. */
  anchors: z.strictObject({ row: Selectors, detail: Selectors.optional(), toolbar: Selectors.optional() }),
  health: z.strictObject({
    /** Rows that must have been seen before the page is judged. */
    minRows: z.int().min(1).max(50),
    quorumPct: z.int().min(50).max(100),
    /** The share of rows that show the field. Below it, the field's selector is suspected. */
    fieldFloor: z.partialRecord(Field, Percent),
    /** Where this stands on a page, the list must be too. */
    expects: Selectors.optional(),
  }),
});

type Context = { addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void };

/** What must agree within the layouts of a configuration. */
function checkLayouts(layouts: readonly BoardLayout[], context: Context): void {
  const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  const ids = layouts.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) fault(['layouts'], 'Two layouts have the same name');
  for (const [index, { fields, required, requiredAny }] of layouts.entries()) {
    const absent = [...required, ...requiredAny].find((field) => fields[field] === undefined);
    if (absent !== undefined) fault(['layouts', index], `“${absent}” is required and has no step`);
  }
}

/** Where things stand on a board's page. It is data: it names what the package can do and brings nothing that runs. */
export const BoardConfig = Shape.superRefine(({ board, hosts, issuedAt, expiresAt, layouts }, context) => {
  if (Date.parse(expiresAt) <= Date.parse(issuedAt))
    context.addIssue({ code: 'custom', path: ['expiresAt'], message: 'It ends before it begins' });
  checkLayouts(layouts, context);
  for (const [index, host] of hosts.entries()) {
    if (!boardHosts[board].includes(host))
      context.addIssue({ code: 'custom', path: ['hosts', index], message: 'This host is not one of the board’s' });
  }
});
export type BoardConfig = z.output<typeof BoardConfig>;

/** The board that a host belongs to, as far as we know it. */
export function boardOfHost(host: string): BoardId {
  const known = Object.entries(boardHosts) as [BoardId, readonly string[]][];
  return known.find(([, hosts]) => hosts.includes(host))?.[0] ?? 'other';
}

/** A configuration from its text, or null for one that is too large or that the schema refuses. */
export function readBoardConfig(text: string): BoardConfig | null {
  if (new TextEncoder().encode(text).length > maxBoardConfigBytes) return null;
  try {
    return BoardConfig.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
