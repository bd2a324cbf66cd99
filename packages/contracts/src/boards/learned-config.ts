import type { BoardField } from '@headhaul/domain/boards/board-load';
import { fieldRules } from '@headhaul/domain/boards/teach/field-rules';
import { transformNames } from '@headhaul/domain/boards/transforms';
import { z } from 'zod';
import { BoardConfigHeader, Heads, RowKey, Selector } from './board-config.ts';

// What a lesson makes, and no more: somebody else's lesson arrives over the network, and its owner agrees to what is shown of it.

/** One element, by its tag, by attributes that name it, and by counting its siblings. */
const stepText = /^[a-z][a-z0-9-]*(?:\[[a-z][a-z0-9-]*(?:\^?='[\w .:-]+')?\])*(?::nth-child\(\d+\)(?::nth-last-child\(\d+\))?)?$/;
const areSteps = (text: string) => text.split(' > ').every((step) => stepText.test(step));

/** From an element that the whole page has once. */
const PagePath = Selector.refine(areSteps, 'This is no path that a lesson makes');
/** From the row, child by child. */
const scope = ':scope > ';
const RowPath = Selector.refine(
  (selector) => selector.startsWith(scope) && areSteps(selector.slice(scope.length)),
  'This is no path that a lesson makes',
);
const one = <S extends z.ZodType>(part: S) => z.array(part).length(1);

const taughtFields = fieldRules.map(({ field }) => field);
const Field = z.enum(taughtFields);
const ends = ['origin', 'destination'] as const;
const oneNeeded = ['rateTotal', 'tripMiles', 'pickup'] as const;
/** Our own element stands at none of these: a contact is pressed, and the age may change unread. */
const notAnchoring: ReadonlySet<BoardField> = new Set(['email', 'phone', 'age']);
const wholeRow = ':scope';

/** Without `attr` it is the element's text. `part`: of a line with `|` between its values. */
const Step = z.strictObject({
  sel: one(RowPath),
  attr: z.literal('href').optional(),
  as: z.enum(transformNames),
  part: z.int().min(0).max(19).optional(),
});
type Step = z.output<typeof Step>;

const Layout = z.strictObject({
  id: z.literal('taught'),
  when: z.strictObject({ rowHas: RowPath }),
  heads: Heads.omit({ sel: true }).extend({ sel: PagePath }).optional(),
  fields: z.partialRecord(Field, Step),
  required: z.array(z.enum(ends)).length(ends.length),
  requiredAny: z.array(z.enum(oneNeeded)).min(1).max(oneNeeded.length),
});

const Learned = z.strictObject({
  container: one(PagePath),
  row: one(PagePath),
  key: RowKey,
  ignore: z.array(Selector).max(1),
  layouts: one(Layout),
  anchors: z.strictObject({ row: one(z.union([z.literal(wholeRow), RowPath])) }),
  health: z.strictObject({
    minRows: z.literal(5),
    quorumPct: z.literal(70),
    fieldFloor: z.partialRecord(Field, z.int().min(10).max(50)),
    /** What a row is known by, wherever it stands. */
    expects: one(PagePath).optional(),
  }),
});
type Learned = z.output<typeof Learned>;

/** A lesson makes one. */
export const layoutOf = ({ layouts }: Pick<Learned, 'layouts'>) => layouts[0] as z.output<typeof Layout>;

/** How a lesson reads the field. Only an address and a number are read from a link. */
function findStepFault(field: BoardField, { attr, as }: Step): string | null {
  const isContact = field === 'email' || field === 'phone';
  if (attr !== undefined && !isContact) return `“${field}” is read from a link`;
  const usual = fieldRules.find((rule) => rule.field === field)?.as;
  return as === (field === 'phone' && attr !== undefined ? 'tel' : usual) ? null : `“${field}” is read as “${as}”`;
}

const isSame = (some: readonly string[], others: readonly string[]) => some.join() === others.join();

const tagsOf = (selector: string) => selector.split(' > ').map((step) => /^[a-z0-9-]*/.exec(step)?.[0]);

/** The row is around all its cells. What is around a cell may be called by more or fewer names than on the way to the cell. */
function isAround(anchor: string, selector: string): boolean {
  const [outer, inner] = [tagsOf(anchor), tagsOf(selector)];
  return outer.length < inner.length && outer.every((tag, depth) => tag === inner[depth]);
}

/** What follows from the rest of it, so that nothing stands there which its reader can't know. */
function* findFaults({ container, row, key, ignore, layouts, anchors, health }: Learned): Generator<string> {
  const { fields, when, required, requiredAny } = layoutOf({ layouts });
  const steps = Object.entries(fields) as [BoardField, Step][];
  const selectorOf = (field: BoardField) => steps.find(([known]) => known === field)?.[1].sel[0];
  for (const [field, step] of steps) {
    const fault = findStepFault(field, step);
    if (fault !== null) yield fault;
  }
  if (new Set(steps.map(([, { sel, attr, part }]) => JSON.stringify([sel, attr, part]))).size < steps.length)
    yield 'Two fields are read from one place';
  if (!isSame(required, ends)) yield 'A load has its two ends';
  for (const end of ends) if (selectorOf(end) === undefined) yield `“${end}” is required and has no step`;
  if (when.rowHas !== selectorOf('origin')) yield 'A row is known by its origin';
  if (
    !isSame(
      requiredAny,
      oneNeeded.filter((field) => selectorOf(field) !== undefined),
    )
  )
    yield 'Rate, miles and pickup are asked for where they have a step';
  const [place = '', list = ''] = [row[0], container[0]];
  if (!place.startsWith(`${list} > `) || place.slice(list.length + 3).includes(' > ')) yield 'Rows stand in the list';
  const own = key.strip === undefined ? `[${key.attr}]` : `[${key.attr}^='${key.strip}']`;
  if (key.sel === undefined ? !place.endsWith(own) : !key.sel.endsWith(own) || key.strip !== undefined) yield 'A row is found by its key';
  // What the row, or the element with its key, is called is the same in every row.
  if ((key.sel ?? place.slice(list.length)).includes(`[${key.attr}='`)) yield 'A key has one value on every row';
  const age = selectorOf('age');
  if (health.expects?.some((selector) => key.sel !== undefined || selector.includes(' > ') || !selector.endsWith(own)))
    yield 'What is expected is a row';
  if (ignore.some((selector) => age === undefined || selector !== `${place}${age.slice(':scope'.length)}`))
    yield 'Only the age may change unread';
  const [anchor = ''] = anchors.row;
  const cells = steps.map(([field, { sel }]) => ({ field, sel: sel[0] ?? '' }));
  if (!cells.some(({ field, sel }) => isAround(anchor, sel) || (sel === anchor && !notAnchoring.has(field))))
    yield 'Our element stands at a field or around one';
  const below = cells.flatMap(({ sel }) => (sel.startsWith(`${anchor} > `) ? [sel.slice(anchor.length + 3)] : []));
  if (below.some((path) => path.split(' > ')[0]?.includes(':nth-last-child'))) yield 'Our element changes no count of siblings';
  for (const field of Object.keys(health.fieldFloor) as BoardField[]) if (selectorOf(field) === undefined) yield `“${field}” has no step`;
}

function checkLearned(learned: Learned, context: { addIssue(issue: { code: 'custom'; message: string }): void }): void {
  for (const message of findFaults(learned)) context.addIssue({ code: 'custom', message });
}

/**
 * What a lesson learns of a page: a configuration without its header. Board, host, version and switches are written anew by each
 * extension that uses it, so nothing that is shared can name others.
 */
export const LearnedConfig = Learned.superRefine(checkLearned);
export type LearnedConfig = z.output<typeof LearnedConfig>;

/** The same with the header that an extension has written, for whatever host it is. */
export const TaughtBoardConfig = Learned.extend(BoardConfigHeader.shape)
  .superRefine(checkLearned)
  .superRefine(({ hosts }, context) => {
    if (hosts.length !== 1) context.addIssue({ code: 'custom', path: ['hosts'], message: 'A taught page has one host' });
  });
