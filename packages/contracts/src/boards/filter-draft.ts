import { describeRule } from '@headhaul/domain/boards/filters/describe-rules';
import { ruleLabel } from '@headhaul/domain/boards/filters/format-result';
import type { z } from 'zod';
import { type BoardFilter, type BoardFilterInput, BoardFilterInput as BoardFilterSchema, BoardRule } from './filters.ts';
import { type RuleKind, ruleForms } from './rule-forms.ts';

/** A rule as somebody types it. */
export interface RuleDraft {
  /** Tells rules apart while they are typed. */
  key: string;
  kind: RuleKind;
  /** Numbers and choices, by the field's name. */
  texts: Readonly<Record<string, string>>;
  lists: Readonly<Record<string, readonly string[]>>;
}

export interface FilterDraft {
  name: string;
  rules: readonly RuleDraft[];
  onUnknown: BoardFilter['onUnknown'];
  action: BoardFilter['action'];
  isForEveryone: boolean;
  isAdjustable: boolean;
}

const nextKey = () => crypto.randomUUID();

const formatNumber = (value: number, isMoney: boolean) =>
  isMoney ? (value / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }) : value.toLocaleString('en-US');

function toRuleDraft(rule: BoardRule): RuleDraft {
  const values = rule as unknown as Record<string, unknown>;
  const texts: Record<string, string> = {};
  const lists: Record<string, readonly string[]> = {};
  for (const field of ruleForms[rule.kind].fields) {
    const value = values[field.name];
    if (field.type === 'list') lists[field.name] = Array.isArray(value) ? value.map(String) : [];
    else if (field.type === 'choice') texts[field.name] = String(value);
    else texts[field.name] = typeof value === 'number' ? formatNumber(value, field.isMoney === true) : '';
  }
  return { key: nextKey(), kind: rule.kind, texts, lists };
}

/** A new rule, with the first choice of each choice, and looking at comments. */
export function startRule(kind: RuleKind): RuleDraft {
  const texts: Record<string, string> = {};
  const lists: Record<string, readonly string[]> = {};
  for (const field of ruleForms[kind].fields) {
    if (field.type === 'list') lists[field.name] = kind === 'KEYWORDS' && field.name === 'in' ? ['comments'] : [];
    else texts[field.name] = field.type === 'choice' ? (field.options[0]?.value ?? '') : '';
  }
  return { key: nextKey(), kind, texts, lists };
}

/** What a filter says, without who changed it when. */
export type FilterParts = Pick<BoardFilter, 'name' | 'rules' | 'onUnknown' | 'action' | 'isForEveryone' | 'isAdjustable'>;

export const emptyDraft: FilterDraft = {
  name: '',
  rules: [],
  onUnknown: 'KEEP',
  action: 'DIM',
  isForEveryone: false,
  isAdjustable: true,
};

export function toDraft({ name, rules, onUnknown, action, isForEveryone, isAdjustable }: FilterParts): FilterDraft {
  return { name, rules: rules.map(toRuleDraft), onUnknown, action, isForEveryone, isAdjustable };
}

/** Null for an empty field. A text that is no number stays one that no rule accepts. */
function readNumber(text: string, isMoney: boolean): number | null {
  const plain = text.replace(/[$,\s]/g, '');
  if (plain === '') return null;
  const value = Number(plain);
  return isMoney ? Math.round(value * 100) : value;
}

function toRuleInput({ kind, texts, lists }: RuleDraft): unknown {
  const input: Record<string, unknown> = { kind };
  for (const field of ruleForms[kind].fields) {
    if (field.type === 'list') input[field.name] = lists[field.name] ?? [];
    else if (field.type === 'choice') input[field.name] = texts[field.name];
    else input[field.name] = readNumber(texts[field.name] ?? '', field.isMoney === true);
  }
  return input;
}

/** The rules that are whole already, for trying them out while others are typed. */
export function readyRules(drafts: readonly RuleDraft[]): BoardRule[] {
  return drafts.flatMap((draft) => BoardRule.safeParse(toRuleInput(draft)).data ?? []);
}

export interface DraftErrors {
  name?: string;
  /** By the rule's key. */
  rules: Readonly<Record<string, string>>;
  /** About all rules together. */
  whole?: string;
}

export type CheckedDraft = { ok: true; input: z.output<typeof BoardFilterSchema> } | { ok: false; errors: DraftErrors };

export function checkDraft(draft: FilterDraft): CheckedDraft {
  const input: Record<keyof BoardFilterInput, unknown> = { ...draft, rules: draft.rules.map(toRuleInput) };
  const parsed = BoardFilterSchema.safeParse(input);
  if (parsed.success) return { ok: true, input: parsed.data };
  const rules: Record<string, string> = {};
  const errors: DraftErrors = { rules };
  for (const { path, message } of parsed.error.issues) {
    const [part, index] = path;
    const rule = part === 'rules' && typeof index === 'number' ? draft.rules[index] : undefined;
    if (rule !== undefined) rules[rule.key] ??= message;
    else if (part === 'name') errors.name ??= message;
    else errors.whole ??= message;
  }
  return { ok: false, errors };
}

/** Whether both would save the same. Keys tell rules apart on the screen only. */
export function isSameDraft(one: FilterDraft, other: FilterDraft): boolean {
  const plain = (draft: FilterDraft) => JSON.stringify({ ...draft, rules: draft.rules.map(toRuleInput) });
  return plain(one) === plain(other);
}

export const unknownLabels = { KEEP: 'Keep', DIM: 'Dim' } as const;
export const actionLabels = { DIM: 'Dim', HIGHLIGHT_ONLY: 'Mark matches only' } as const;
const yesNo = (is: boolean) => (is ? 'Yes' : 'No');

/** By rule: what each version says. Two rules with one name share a line. */
function rulesOf({ rules }: FilterParts): Map<string, string> {
  const lines = new Map<string, string[]>();
  for (const rule of rules) lines.set(ruleLabel(rule), [...(lines.get(ruleLabel(rule)) ?? []), describeRule(rule)]);
  return new Map([...lines].map(([label, words]) => [label, words.join('; ')]));
}

/** Where two versions of a filter differ, rule by rule: the part, theirs, mine. */
export function compareFilters(theirs: FilterParts, mine: FilterParts): (readonly [part: string, theirs: string, mine: string])[] {
  const [their, own] = [rulesOf(theirs), rulesOf(mine)];
  const labels = [...new Set([...their.keys(), ...own.keys()])];
  const rows: (readonly [string, string, string])[] = [
    ['Name', theirs.name, mine.name],
    ...labels.map((label) => [label, their.get(label) ?? '', own.get(label) ?? ''] as const),
    ['When a post doesn’t say', unknownLabels[theirs.onUnknown], unknownLabels[mine.onUnknown]],
    ['Loads that fail', actionLabels[theirs.action], actionLabels[mine.action]],
    ['For everyone', yesNo(theirs.isForEveryone), yesNo(mine.isForEveryone)],
    ['People may change it', yesNo(theirs.isAdjustable), yesNo(mine.isAdjustable)],
  ];
  return rows.filter(([, one, other]) => one !== other);
}
