import type { BoardField, BoardId } from '../board-load.ts';
import { isNoValue } from '../texts/clean.ts';
import { transforms } from '../transforms.ts';
import { type FieldRule, type FitContext, fieldRules } from './field-rules.ts';
import type { Slot } from './slots.ts';

/** SURE: shape and name leave nothing else. ASK: only the user knows. NONE: nothing on the row looks like it. */
export type Certainty = 'SURE' | 'ASK' | 'NONE';

export interface Proposal {
  field: BoardField;
  certainty: Certainty;
  /** For ASK the likeliest. It is not read until the user has said so. */
  slot: Slot | null;
  /** Everything on the row that can be read as this field. */
  candidates: readonly Slot[];
  /** The user has said it. */
  isAnswered: boolean;
}

/** What the user said about a field: where it stands, or null for "not on this board". */
export type Answers = ReadonlyMap<BoardField, Slot | null>;

/** More cells that look like one field than anybody could choose from. */
const mostCandidates = 100;
/** The share of texts that must be understood. Boards write some values so that nobody can read them. */
const understoodShare = 0.66;
/** Fields that look alike, where being the only one on the row says nothing about which one it is. */
const lookAlike: ReadonlySet<BoardField> = new Set([
  'origin',
  'destination',
  'pickup',
  'delivery',
  'tripMiles',
  'deadheadOrigin',
  'deadheadDestination',
]);

/** Fields whose texts have a form that nothing else has. For them a name that we don't know says nothing. */
const unmistakable: ReadonlySet<BoardField> = new Set([
  'email',
  'phone',
  'ratePerMile',
  'weight',
  'length',
  'creditScore',
  'daysToPay',
  'mc',
  'size',
]);
/** Names that say where something stands or that it is there, and not what it is. */
const emptyNames = new Set(
  'about body bottom box card cell col column content data detail details fact facts field grid group info item label left line load loads main meta name right row span section text top value wrapper'.split(
    ' ',
  ),
);

/** YES: a name says that this is the field. NO: a name says that it is something else. SILENT: nobody has named it. */
type Hint = 'YES' | 'NO' | 'SILENT';

interface Candidate {
  slot: Slot;
  hint: Hint;
  isStrong: boolean;
  understood: number;
}

/** The nearest name that says anything decides. */
function hintOf({ field, words, notTerms }: FieldRule, slot: Slot): Hint {
  let isNamed = false;
  for (const group of slot.words) {
    if (group.some((word) => notTerms.includes(word))) return 'NO';
    if (group.some((word) => words.includes(word))) return 'YES';
    isNamed ||= group.some((word) => !emptyNames.has(word));
  }
  return isNamed && !unmistakable.has(field) ? 'NO' : 'SILENT';
}

/** An address is not a number that couldn't be read: a contact is one or the other. */
const isOtherContact = (field: BoardField, text: string) => field === 'phone' && transforms.mailto(text) !== null;

/** How the texts of the slot can be read as the field. Null: they can't. */
export function assess(rule: FieldRule, slot: Slot, context: FitContext): Candidate | null {
  if (slot.attr === 'href' && rule.field !== 'email' && rule.field !== 'phone') return null;
  const texts = slot.texts.filter((text): text is string => text !== null && !isNoValue(text) && !isOtherContact(rule.field, text));
  const fits = texts.map((text) => rule.fit(text, context));
  const understood = fits.filter((fit) => fit !== 'NONE').length;
  if (understood === 0 || understood < texts.length * understoodShare) return null;
  // A cell that can hold another value in another row is taken only where that value would be refused.
  if ((slot.isLoose || slot.isVarying) && (rule.as === 'text' || fits.includes('WEAK'))) return null;
  if (slot.isVarying && fits.includes('NONE')) return null;
  const strong = fits.filter((fit) => fit === 'STRONG').length;
  return { slot, hint: hintOf(rule, slot), isStrong: strong >= texts.length * understoodShare, understood };
}

/** The same address or number, whether it stands in a link or beside it. */
function toPlain(text: string | null | undefined): string | undefined {
  const number = text == null ? null : (transforms.tel(text) ?? transforms.phone(text));
  return number?.e164 ?? text?.trim().replace(/^mailto:/i, '');
}

const plainTexts = new WeakMap<Slot, readonly (string | undefined)[]>();

/** By row. Slots are compared with each other, so the texts of each are made plain once. */
function plainOf(slot: Slot): readonly (string | undefined)[] {
  const known = plainTexts.get(slot) ?? slot.texts.map(toPlain);
  plainTexts.set(slot, known);
  return known;
}

function hasSameTexts(one: Slot, other: Slot): boolean {
  const [texts, others] = [plainOf(one), plainOf(other)];
  return texts.every((text, row) => text === others[row]);
}
const countOf = ({ texts }: Slot) => texts.filter((text) => text !== null).length;

/**
 * Which of two slots with the same texts is the better way to find them: in more rows, by names, without counting. Texts that any string
 * fits, and lines of several values, are taken from the innermost element, so that a badge beside them is never read along; others from
 * the outermost.
 */
function compareSlots(isText: boolean) {
  const depthOf = ({ path, part }: Slot) => (isText || part !== null ? -path.length : path.length);
  return (one: Slot, other: Slot): number =>
    Number(other.attr === 'href') - Number(one.attr === 'href') ||
    countOf(other) - countOf(one) ||
    Number(one.isLoose) - Number(other.isLoose) ||
    Number(one.part !== null) - Number(other.part !== null) ||
    (isText || one.part !== null ? 0 : Number(other.isNamed) - Number(one.isNamed)) ||
    depthOf(one) - depthOf(other) ||
    one.selector.length - other.selector.length;
}

/** A loose slot whose neighbours' texts could also be read as the field would be wrong without any sign of it. */
function isExclusive(slot: Slot, slots: readonly Slot[], canRead: (text: string) => boolean): boolean {
  if (!slot.isLoose) return true;
  const own = new Set(slot.texts);
  const parent = slot.path.slice(0, -1);
  const isBeside = ({ path, part, attr }: Slot) =>
    part === null && attr === null && path.length === slot.path.length && path.slice(0, -1).every((step, at) => step === parent[at]);
  return slots
    .filter((other) => other !== slot && isBeside(other) && !hasSameTexts(other, slot))
    .every(({ texts }) => texts.every((text) => text === null || own.has(text) || !canRead(text)));
}

function candidatesFor(rule: FieldRule, slots: readonly Slot[], context: FitContext): Candidate[] {
  const known = new Map<string, boolean>();
  const canRead = (text: string) => {
    const can = known.get(text) ?? transforms[rule.as](text, { today: context.today }) !== null;
    known.set(text, can);
    return can;
  };
  const all = slots
    .flatMap((slot) => assess(rule, slot, context) ?? [])
    .filter(({ slot }) => isExclusive(slot, slots, canRead))
    .toSorted(
      (one, other) => Number(other.hint === 'YES') - Number(one.hint === 'YES') || compareSlots(rule.as === 'text')(one.slot, other.slot),
    );
  const different: Candidate[] = [];
  for (const candidate of all) {
    if (different.length >= mostCandidates) break;
    const same = different.find(({ slot }) => isSubset(candidate.slot, slot) || isSubset(slot, candidate.slot));
    if (same === undefined) different.push(candidate);
  }
  return different;
}

/** A way to find some of what the other finds. */
function isSubset(one: Slot, other: Slot): boolean {
  const [texts, others] = [plainOf(one), plainOf(other)];
  return texts.every((text, row) => text === undefined || text === others[row]);
}

const overlaps = (one: Slot, other: Slot) =>
  one.id === other.id || (one.part === other.part && one.attr === other.attr && hasSameTexts(one, other));

function decide(rule: FieldRule, candidates: readonly Candidate[]): { certainty: Certainty; slot: Slot | null } {
  const hinted = candidates.filter(({ hint }) => hint === 'YES');
  const [first, second] = hinted;
  if (first !== undefined) {
    const isClear = second === undefined || (first.isStrong && !second.isStrong) || first.understood >= second.understood * 2;
    return { certainty: isClear ? 'SURE' : 'ASK', slot: first.slot };
  }
  const strong = candidates.filter(({ isStrong, hint }) => isStrong && (hint === 'SILENT' || wanted.has(rule.field)));
  const [only] = strong;
  if (only === undefined) return { certainty: 'NONE', slot: null };
  const isClear = strong.length === 1 && only.hint === 'SILENT' && !lookAlike.has(rule.field);
  return { certainty: isClear ? 'SURE' : 'ASK', slot: only.slot };
}

export interface ProposeOptions {
  board: BoardId;
  today: string;
  answers?: Answers;
}

/** What each field is likely to be. What the user has said comes first; each cell is one field. */
export function proposeFields(slots: readonly Slot[], { board, today, answers = new Map() }: ProposeOptions): Proposal[] {
  const context = { board, today };
  const taken = [...answers.values()].filter((slot) => slot !== null);
  const isFree = (slot: Slot) => !taken.some((one) => overlaps(one, slot));
  const proposals = fieldRules.map((rule): Proposal => {
    const { field } = rule;
    const all = candidatesFor(rule, slots, context);
    const candidates = all.map(({ slot }) => slot);
    const answer = answers.get(field);
    if (answer !== undefined) return { field, certainty: answer === null ? 'NONE' : 'SURE', slot: answer, candidates, isAnswered: true };
    const { certainty, slot } = decide(
      rule,
      all.filter((one) => isFree(one.slot)),
    );
    if (certainty === 'SURE' && slot !== null) taken.push(slot);
    return { field, certainty, slot, candidates, isAnswered: false };
  });
  return settleLane(proposals.map((proposal) => askOnce(proposal, isFree)));
}

/** Without these nothing is decided about a load, so they are asked for even if the name of the cell says something else. */
const wanted: ReadonlySet<BoardField> = new Set(['origin', 'destination', 'pickup', 'rateTotal', 'tripMiles']);

/** A cell that is another field's for sure is not asked about. */
function askOnce(proposal: Proposal, isFree: (slot: Slot) => boolean): Proposal {
  if (proposal.certainty !== 'ASK' || (proposal.slot !== null && isFree(proposal.slot))) return proposal;
  const slot = wanted.has(proposal.field) ? (proposal.candidates.find(isFree) ?? null) : null;
  return { ...proposal, slot, certainty: slot === null ? 'NONE' : 'ASK' };
}

/** With one end of the lane known and one more place on the row, that place is the other end. */
function settleLane(proposals: readonly Proposal[]): Proposal[] {
  const slotOf = (field: BoardField) => proposals.find((one) => one.field === field && one.certainty === 'SURE')?.slot ?? null;
  const ends: Partial<Record<BoardField, BoardField>> = { origin: 'destination', destination: 'origin' };
  return proposals.map((proposal) => {
    const other = ends[proposal.field];
    const known = other === undefined ? null : slotOf(other);
    // The same place can't be asked about for both ends.
    const rest = known === null ? proposal.candidates : proposal.candidates.filter((slot) => !overlaps(slot, known));
    if (other === undefined || proposal.certainty !== 'ASK') return proposal;
    const [only = null] = rest;
    return { ...proposal, slot: only, certainty: known !== null && rest.length === 1 ? 'SURE' : only === null ? 'NONE' : 'ASK' };
  });
}
