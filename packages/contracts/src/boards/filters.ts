import { equipmentClasses, equipmentModifiers } from '@headhaul/domain/boards/equipment/classes';
import type { BoardRule as DomainRule } from '@headhaul/domain/boards/filters/rules';
import { z } from 'zod';
import { StateCode } from '../equipment.ts';
import { empty, endpoints } from '../http/endpoint.ts';
import { docketNumber, Instant } from '../http/field.ts';

/** More are a script's mistake. The database keeps the first five too. */
export const filterLimits = {
  /** Of the team, and of each person besides. */
  filters: 50,
  /** All rules of the team's filters, and those of one person's own: every browser fetches both. */
  teamCharacters: 200_000,
  ownCharacters: 100_000,
  rules: 20,
  /** The rules of one filter, written as JSON. */
  characters: 50_000,
  brokers: 100,
  keywords: 40,
} as const;

const whole = (min: number, max: number, message: string) => z.int(message).min(min, message).max(max, message);

const MailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .transform((value) => value.replace(/^@/, ''))
  .pipe(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Write it like quickturn.example'));

const brokers = {
  mcs: z.array(docketNumber).max(filterLimits.brokers),
  names: z.array(z.string().trim().min(1).max(80)).max(filterLimits.brokers),
  emailDomains: z.array(MailDomain).max(filterLimits.brokers),
};
const namesSomebody = ({ mcs, names, emailDomains }: { mcs: string[]; names: string[]; emailDomains: string[] }) =>
  mcs.length + names.length + emailDomains.length > 0;
const addBroker = 'Add a broker';

const Keyword = z.string().trim().min(1).max(40);
const addWord = 'Add a word';
const miles = whole(1, 9_999, 'From 1 to 9,999 miles');

/** A rule of a filter: `packages/domain/src/boards/filters/rules.ts`. */
export const BoardRule = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('MIN_RPM'),
    cents: whole(1, 10_000, 'From $0.01 to $100 a mile'),
    basis: z.enum(['LOADED', 'ALL_IN']),
  }),
  z.strictObject({ kind: z.literal('MIN_RATE'), cents: whole(1, 9_999_999, 'From $0.01 to $99,999.99') }),
  z.strictObject({ kind: z.literal('MAX_DEADHEAD'), miles: whole(0, 9_999, 'From 0 to 9,999 miles') }),
  z
    .strictObject({ kind: z.literal('MILES_BETWEEN'), min: miles.nullable(), max: miles.nullable() })
    .refine(({ min, max }) => min !== null || max !== null, 'Enter the miles')
    .refine(({ min, max }) => min === null || max === null || min <= max, 'The first number must be the smaller one'),
  z
    .strictObject({
      kind: z.literal('EQUIPMENT'),
      anyOf: z.array(z.enum(equipmentClasses)).max(equipmentClasses.length),
      withoutModifiers: z.array(z.enum(equipmentModifiers)).max(equipmentModifiers.length),
    })
    .refine(({ anyOf, withoutModifiers }) => anyOf.length + withoutModifiers.length > 0, 'Choose equipment'),
  z.strictObject({ kind: z.literal('MAX_WEIGHT'), lb: whole(1, 500_000, 'From 1 to 500,000 pounds') }),
  z.strictObject({ kind: z.literal('MAX_LENGTH'), ft: whole(1, 200, 'From 1 to 200 feet') }),
  z.strictObject({ kind: z.literal('MIN_CREDIT'), score: whole(1, 100, 'From 1 to 100') }),
  z.strictObject({ kind: z.literal('MAX_DAYS_TO_PAY'), days: whole(1, 365, 'From 1 to 365 days') }),
  z.strictObject({ kind: z.literal('FACTORABLE_ONLY') }),
  z.strictObject({ kind: z.literal('BROKER_BLOCK'), ...brokers }).refine(namesSomebody, addBroker),
  z.strictObject({ kind: z.literal('BROKER_PREFER'), ...brokers }).refine(namesSomebody, addBroker),
  z
    .strictObject({
      kind: z.literal('KEYWORDS'),
      none: z.array(Keyword).max(filterLimits.keywords),
      any: z.array(Keyword).max(filterLimits.keywords),
      in: z
        .array(z.enum(['comments', 'commodity']))
        .min(1)
        .max(2),
    })
    .refine(({ none, any }) => none.length + any.length > 0, addWord),
  z
    .strictObject({
      kind: z.literal('DESTINATION_STATES'),
      allow: z.array(StateCode).max(StateCode.options.length),
      block: z.array(StateCode).max(StateCode.options.length),
    })
    .refine(({ allow, block }) => allow.length + block.length > 0, 'Choose a state'),
  z.strictObject({ kind: z.literal('MAX_AGE'), minutes: whole(1, 10_080, 'From 1 minute to 7 days') }),
  z.strictObject({ kind: z.literal('PICKUP_WITHIN'), days: whole(0, 365, 'From 0 to 365 days') }),
  z.strictObject({ kind: z.literal('HIDE_EMAILED') }),
]) satisfies z.ZodType<DomainRule>;
export type BoardRule = z.output<typeof BoardRule>;

/** Like the domain's `FilterSet`. No list that we read can collapse rows, so nobody can ask for that. */
const filterSet = {
  rules: z
    .array(BoardRule)
    .min(1, 'Add a rule')
    .max(filterLimits.rules, `At most ${filterLimits.rules} rules`)
    .refine((rules) => JSON.stringify(rules).length <= filterLimits.characters, 'These rules are too long together'),
  onUnknown: z.enum(['KEEP', 'DIM']),
  action: z.enum(['DIM', 'HIGHLIGHT_ONLY']),
};

export const BoardFilterInput = z.strictObject({
  name: z.string().trim().min(1, 'Name the filter').max(60),
  ...filterSet,
  /** Runs before everybody's own filter and can't be turned off. Only for the team's. */
  isForEveryone: z.boolean().default(false),
  /** People may make a copy of it for themselves and change that. Only for the team's. */
  isAdjustable: z.boolean().default(true),
});
export type BoardFilterInput = z.input<typeof BoardFilterInput>;

export const NewBoardFilter = BoardFilterInput.extend({
  /** The team's. Otherwise it is the caller's alone. */
  isShared: z.boolean().default(false),
  /** The team's filter of which this is the caller's own copy. */
  basedOnId: z.uuid().nullable().default(null),
  /** The caller uses it on boards from now on. */
  isChosen: z.boolean().default(false),
})
  .refine(({ isForEveryone, isShared }) => isShared || !isForEveryone, {
    path: ['isForEveryone'],
    message: 'Only a filter of the team can run for everyone',
  })
  .refine(({ basedOnId, isShared }) => !isShared || basedOnId === null, {
    path: ['basedOnId'],
    message: 'A filter of the team is nobody’s copy',
  });
export type NewBoardFilter = z.input<typeof NewBoardFilter>;

export const BoardFilter = z.object({
  id: z.uuid(),
  version: z.int(),
  name: z.string(),
  ...filterSet,
  isShared: z.boolean(),
  isForEveryone: z.boolean(),
  isAdjustable: z.boolean(),
  basedOnId: z.uuid().nullable(),
  /** The caller may change and delete it. */
  mayEdit: z.boolean(),
  updatedAt: Instant,
  /** Who changed it last. Null when that person is gone. */
  updatedBy: z.string().nullable(),
});
export type BoardFilter = z.infer<typeof BoardFilter>;

/** What a member of the team uses on boards. */
export const BoardFilterUse = z.object({
  userId: z.uuid(),
  name: z.string(),
  isYou: z.boolean(),
  isOn: z.boolean(),
  /** Null: none. */
  filter: z
    .object({
      id: z.uuid(),
      name: z.string(),
      isShared: z.boolean(),
      basedOnId: z.uuid().nullable(),
      /** How many kinds of rules differ from the team's filter of which it is a copy. */
      changedRules: z.int(),
    })
    .nullable(),
  /** When the person's extension last fetched the filters. Null: never. */
  seenAt: Instant.nullable(),
  /** The extension has what is chosen now. */
  isUpToDate: z.boolean(),
});
export type BoardFilterUse = z.infer<typeof BoardFilterUse>;

/** Grows with each change that the caller's extension has to know of, and never goes back. */
const Revision = z.int().min(0);

export const BoardFilterList = z.object({
  revision: Revision,
  /** The team's, then the caller's own. */
  filters: z.array(BoardFilter),
  uses: z.array(BoardFilterUse),
  mayEditShared: z.boolean(),
});
export type BoardFilterList = z.infer<typeof BoardFilterList>;

export const ActiveBoardFilter = z.object({
  id: z.uuid(),
  name: z.string(),
  isForEveryone: z.boolean(),
  isShared: z.boolean(),
  ...filterSet,
});
export type ActiveBoardFilter = z.infer<typeof ActiveBoardFilter>;

export const ActiveBoardFilters = z.object({
  revision: Revision,
  /** Null: nothing has changed since the asked revision. Otherwise those for everyone, then the one that the caller has chosen. */
  filters: z.array(ActiveBoardFilter).nullable(),
});
export type ActiveBoardFilters = z.infer<typeof ActiveBoardFilters>;

/** What a person can choose from on a board, and what is chosen. */
export const BoardFilterChoice = z.object({
  /** The team's, then the caller's own. */
  filters: z.array(ActiveBoardFilter.extend({ version: z.int(), isAdjustable: z.boolean() })),
  chosenId: z.uuid().nullable(),
  isOn: z.boolean(),
});
export type BoardFilterChoice = z.infer<typeof BoardFilterChoice>;

const Params = z.object({ id: z.uuid() });

export const boardFilterEndpoints = endpoints({
  listBoardFilters: {
    method: 'GET',
    path: '/board-filters',
    summary: 'The team’s filters for load boards, the caller’s own, and who uses what',
    cost: 8,
    reply: BoardFilterList,
  },
  getActiveBoardFilters: {
    method: 'GET',
    path: '/board-filters/active',
    summary: 'The filters that run for the caller now; nothing when they are those of revision `since`',
    isForExtension: true,
    cost: 5,
    query: z.object({ since: z.coerce.number().int().min(0).optional() }),
    reply: ActiveBoardFilters,
  },
  getBoardFilterChoice: {
    method: 'GET',
    path: '/board-filters/choice',
    summary: 'The filters that the caller can use on boards, and the one in use',
    isForExtension: true,
    cost: 5,
    reply: BoardFilterChoice,
  },
  chooseBoardFilter: {
    method: 'PUT',
    path: '/board-filters/choice',
    summary: 'Use a filter on boards, use none, or turn filters off and on',
    isForExtension: true,
    body: z.strictObject({ filterId: z.uuid().nullable(), isOn: z.boolean() }),
    reply: z.object({ revision: Revision }),
  },
  createBoardFilter: {
    method: 'POST',
    path: '/board-filters',
    summary: 'Make a filter; the team’s only as the owner, in the web app',
    isForExtension: true,
    body: NewBoardFilter,
    reply: BoardFilter,
  },
  updateBoardFilter: {
    method: 'PUT',
    path: '/board-filters/{id}',
    summary: 'Change a filter; `version_stale` with the other version when somebody was faster. The team’s only in the web app',
    isForExtension: true,
    params: Params,
    body: BoardFilterInput.extend({ version: z.int().min(1) }),
    reply: BoardFilter,
  },
  deleteBoardFilter: {
    method: 'DELETE',
    path: '/board-filters/{id}',
    summary: 'Delete a filter; anyone who uses it uses none then. The team’s only in the web app',
    isForExtension: true,
    params: Params,
    reply: empty,
  },
});
