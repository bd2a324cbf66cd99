import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardField, BoardId } from '@headhaul/domain/boards/board-load';
import { labelOf } from '@headhaul/domain/boards/field-labels';
import { ruleOf } from '@headhaul/domain/boards/teach/field-rules';
import type { Proposal } from '@headhaul/domain/boards/teach/propose';
import type { Slot } from '@headhaul/domain/boards/teach/slots';
import { isNoValue } from '@headhaul/domain/boards/texts/clean';
import { listedFields, usualFields } from '../field-labels.ts';
import type { SaveOutcome, ShareOutcome, TeachFromPage } from '../messages.ts';
import { createLesson, type LessonReading, type PickFault, type ReadFault } from './lesson.ts';
import { createMarks, createVeil, type Mark } from './marks.ts';
import { createPanel, type PanelLine, type PanelView } from './panel.ts';
import { createResultTable } from './result-table.ts';
import { showReport } from './show-report.ts';

interface LessonRun {
  document: Document;
  page: Pick<Location, 'hostname' | 'pathname'>;
  board: BoardId;
  today: string;
  /** How the page was read until it changed. Null: it was not. */
  before: BoardConfig | null;
  send(message: TeachFromPage): Promise<unknown>;
}

const faultTexts: Record<ReadFault, string> = {
  NO_ROWS: 'Open a search with at least five loads first.',
  NO_KEY: "This board doesn't mark its loads, so we can't tell when a row changes. It can't be taught.",
  NO_PLACE: "We couldn't find a way back to this list. It can't be taught.",
  ORIGIN: 'Show us the origin first.',
  DESTINATION: 'Show us the destination first.',
  RATE_MILES_OR_PICKUP: 'Show us the rate, the miles or the pickup date first.',
  QUORUM: "Too many rows can't be read this way. Check origin and destination.",
  CHANGED: 'The page changed meanwhile. Try again.',
};
const pickTexts: Record<PickFault, string> = {
  NOT_IN_A_ROW: "That's not in one of the loads. Click a cell inside an outlined row.",
  WRONG_SHAPE: "That doesn't read as this field in most rows. Click another cell, or leave it out.",
  ANOTHER_ROW: 'Some rows look different. Click the same cell in one more row.',
};

/** What is shared is where things stand on the page. */
function describeShared(shared: ShareOutcome): string {
  if (shared.outcome === 'REFUSED') return `${shared.detail} It still works on this computer.`;
  if (shared.outcome === 'UNREACHABLE')
    return "Headhaul doesn't answer. It works on this computer, and you can share it later from the popup.";
  const what = 'We sent where the fields are, no loads.';
  if (shared.owner?.isYou === true) return `${what} Say yes under Extension in Headhaul, then your team can use it.`;
  return `${what} Your team can use it when ${shared.owner?.name ?? 'your team owner'} says yes under Extension in Headhaul.`;
}

/** In a page that has changed only what has moved needs another look. */
function describeFields(moved: ReadonlySet<BoardField>, listed: readonly Proposal[], rows: number): Pick<PanelView, 'title' | 'text'> {
  const [first] = moved;
  if (first === undefined) return { title: 'Are these right?', text: `${rows} rows look like loads. They are outlined on the page.` };
  const kept = listed.filter(({ field, slot }) => slot !== null && !moved.has(field)).length;
  const title = moved.size === 1 ? `The ${labelOf(first).toLowerCase()} moved` : `${moved.size} fields moved`;
  return { title, text: `The other ${kept === 1 ? 'field' : `${kept} fields`} still read as before. All are outlined on the page.` };
}

const longestSample = 60;
const shortTextOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim().slice(0, longestSample);
const countOf = ({ texts }: Slot) => texts.filter((text) => text !== null && !isNoValue(text)).length;

/** Walks the user through one lesson. Returns how to end it at once. */
export function runLesson({ document, page, board, today, before, send }: LessonRun): () => void {
  const lesson = createLesson({ document, page, board, today, before });
  const marks = createMarks(document);
  let table: HTMLElement | null = null;
  let picking: BoardField | null = null;
  let isShowingAll = false;
  let isOver = false;

  const veil = createVeil(document, {
    onOver: (element) => showMarks(element),
    onEscape: () => showFields(),
    onClick(element) {
      if (picking === null) return;
      const fault = element === null ? 'NOT_IN_A_ROW' : lesson.pick(picking, element);
      if (fault === null) showFields();
      else showPick(picking, pickTexts[fault]);
    },
  });
  const panel = createPanel(document, {
    onClose: close,
    onBack: () => (picking === null ? close() : showFields()),
    onSide(side) {
      if (table !== null) table.dataset.side = side;
    },
  });
  const about = `Teaching ${page.hostname}`;

  /** By the user. A lesson that begins here anew ends this one too, and that one goes on. */
  function close(): void {
    end();
    void send({ type: 'teach:end' }).catch(() => undefined);
  }

  function end(): void {
    isOver = true;
    veil.hide();
    marks.remove();
    table?.remove();
    panel.remove();
  }

  /** A text of the page that can be read as the field. */
  function sampleOf(field: BoardField, { texts }: Slot): string {
    const { fit } = ruleOf(field);
    const [sample = ''] = texts.filter((text) => text !== null && fit(text, { board, today }) !== 'NONE');
    return sample?.trim().slice(0, longestSample) ?? '';
  }

  function marksOf({ field, certainty, slot }: Proposal): Mark[] {
    if (slot === null || certainty === 'NONE') return [];
    const kind = certainty === 'SURE' ? 'sure' : 'ask';
    const text = kind === 'ask' ? `${labelOf(field)}?` : labelOf(field);
    return lesson.elementsOf(slot).flatMap((element, row): Mark[] => {
      if (element === null) return [];
      return [row === 0 ? { element, kind, label: text } : { element, kind }];
    });
  }

  function showMarks(over: Element | null = null): void {
    if (picking === null)
      marks.show([...lesson.rows().map((element): Mark => ({ element, kind: 'row' })), ...lesson.proposals().flatMap(marksOf)]);
    else {
      const asked = picking;
      const candidates = lesson.proposals().find(({ field }) => field === asked)?.candidates ?? [];
      const cells = candidates.flatMap((slot) => lesson.elementsOf(slot).flatMap((element) => element ?? []));
      marks.show([
        ...cells.map((element): Mark => ({ element, kind: 'pick' })),
        ...(over === null ? [] : [{ element: over, kind: 'over' as const, label: `${labelOf(asked)}: ${shortTextOf(over)}` }]),
      ]);
    }
  }

  function leaveResult(): void {
    table?.remove();
    table = null;
  }

  function lineOf(proposal: Proposal): PanelLine {
    const { field, certainty, slot, isAnswered } = proposal;
    const label = labelOf(field);
    const rows = lesson.rows().length;
    const hasMoved = !isAnswered && lesson.moved().includes(field);
    const verb = slot === null ? 'Show it' : 'Change';
    const change = { label: verb, name: `${verb}: ${label}`, run: () => showPick(field) };
    const leaveOut = { label: 'Not here', name: `Not here: ${label}`, run: () => answer(() => lesson.leaveOut(field)) };
    if (certainty === 'SURE' && slot !== null)
      return {
        state: 'sure',
        label,
        sample: sampleOf(field, slot),
        why: `${hasMoved ? 'Found here now, in' : 'In'} ${countOf(slot)} of ${rows} rows`,
        actions: [change],
      };
    if (certainty === 'ASK' && slot !== null) {
      const yes = { label: 'Yes', name: `Yes, this is ${label}`, run: () => answer(() => lesson.accept(field, slot)) };
      return { state: 'ask', label, sample: sampleOf(field, slot), why: 'Is this right?', actions: [yes, change, leaveOut] };
    }
    if (hasMoved) return { state: 'lost', label, sample: '', why: 'Not found where it was', actions: [change, leaveOut] };
    return { state: 'none', label, sample: '', why: isAnswered ? 'Not on this board' : 'Not found on the rows', actions: [change] };
  }

  function showAll(): void {
    isShowingAll = true;
    showFields();
  }

  function answer(run: () => void): void {
    run();
    showFields();
  }

  function showFields(fault?: string): void {
    leaveResult();
    picking = null;
    lesson.forgetPicks();
    veil.hide();
    const found = lesson.fault();
    if (found !== null) {
      showNothing(faultTexts[found]);
      return;
    }
    const proposals = listedFields.flatMap((field) => lesson.proposals().find((one) => one.field === field) ?? []);
    const moved = new Set(lesson.moved());
    const known = proposals.filter(
      ({ field, certainty, isAnswered }) => certainty !== 'NONE' || isAnswered || usualFields.has(field) || moved.has(field),
    );
    const listed = known.toSorted((one, other) => Number(moved.has(other.field)) - Number(moved.has(one.field)));
    const others = proposals.filter((one) => !listed.includes(one));
    const open = listed.find(({ field, certainty, isAnswered }) => moved.has(field) && certainty === 'NONE' && !isAnswered);
    const asked = listed.filter(({ certainty }) => certainty === 'ASK').length;
    const sure = listed.filter(({ certainty }) => certainty === 'SURE').length;
    const { count } = lesson.lists();
    showMarks();
    show({
      about,
      step: 1,
      ...describeFields(moved, listed, lesson.rows().length),
      ...(fault === undefined ? {} : { fault }),
      lines: [...listed, ...(isShowingAll ? others : [])].map(lineOf),
      summary: { sure, asked },
      ...(isShowingAll || others.length === 0 ? {} : { more: { label: 'Add a field', run: showAll } }),
      buttons: [
        ...(count > 1 ? [{ label: 'Not these rows', run: () => answer(lesson.nextList) }] : []),
        ...(open === undefined
          ? []
          : [{ label: `Show where the ${labelOf(open.field).toLowerCase()} is`, isMain: true, run: () => showPick(open.field) }]),
        { label: 'See what we read', isMain: open === undefined, run: showResult },
      ],
    });
  }

  function showPick(field: BoardField, fault?: string): void {
    picking = field;
    const proposal = lesson.proposals().find((one) => one.field === field);
    veil.show();
    showMarks();
    show({
      about,
      step: 1,
      title: `Click the ${labelOf(field).toLowerCase()} in any row`,
      text: 'The same spot is used in the other rows. Your click does not reach the board.',
      ...(fault === undefined ? {} : { fault }),
      lines: (proposal?.candidates ?? []).slice(0, 8).map((slot) => ({
        state: 'none',
        label: sampleOf(field, slot),
        sample: '',
        why: `In ${countOf(slot)} of ${lesson.rows().length} rows`,
        actions: [{ label: 'Use this', name: `Use ${sampleOf(field, slot)}`, run: () => answer(() => lesson.accept(field, slot)) }],
      })),
      buttons: [
        { label: 'Cancel', run: () => showFields() },
        { label: 'Not on this board', run: () => answer(() => lesson.leaveOut(field)) },
      ],
    });
  }

  function showResult(): void {
    const reading = lesson.read();
    if (reading.fault !== null) {
      showFields(faultTexts[reading.fault]);
      return;
    }
    const { counts, loads } = reading.taught;
    marks.show([]);
    table = createResultTable(document, reading);
    table.dataset.side = panel.side();
    document.documentElement.insertBefore(table, document.body);
    show({
      about,
      step: 2,
      title: 'Check it once',
      text: 'What we can\'t read stays "not known". It never counts as a match and never as zero.',
      lines: listedFields
        .filter((field) => reading.fields.includes(field))
        .map((field) => {
          const { ok = 0, missing = 0, failed = 0 } = counts[field] ?? {};
          const state = failed > ok ? 'ask' : 'sure';
          const why = [missing > 0 ? `${missing} not posted` : '', failed > 0 ? `${failed} not known` : '']
            .filter((part) => part !== '')
            .join(', ');
          return { state, label: labelOf(field), sample: '', why, share: { ok, of: loads.length }, actions: [] };
        }),
      buttons: [
        { label: 'Change a field', run: () => showFields() },
        { label: 'Looks right, turn it on', isMain: true, run: () => save(reading) },
      ],
    });
  }

  async function save({ learned, taught }: LessonReading): Promise<void> {
    if (learned === null) return;
    const outcome = (await send({ type: 'teach:save', learned }).catch(() => 'REFUSED')) as SaveOutcome;
    if (isOver) return;
    leaveResult();
    if (outcome !== 'SAVED') {
      const why = outcome === 'STORAGE_FULL' ? 'free up disk space and try again' : 'reload the page and try again';
      showNothing(`It wasn't saved: ${why}.`);
      return;
    }
    const rated = taught.loads.filter(({ rate }) => rate.total !== null).length;
    showKept(`On this computer, from now on. ${taught.loads.length} loads read so far, ${rated} with a rate.`);
  }

  function showKept(text: string): void {
    marks.show([]);
    show({
      about: page.hostname,
      step: null,
      title: `${page.hostname} works`,
      text,
      isGood: true,
      lines: [],
      note: {
        title: 'If the board changes',
        text: 'We check every row against what you taught. If a field stops making sense, we turn our marks off and ask you, instead of showing a wrong number.',
      },
      more: { label: 'Report layout', run: report },
      buttons: [
        { label: 'Share with the company', run: offer },
        { label: 'Keep on this computer', run: close },
      ],
    });
  }

  /** The outline of the page, which the user sees before it is sent. */
  function report(): void {
    showReport({ document, hostname: page.hostname, send, show, close });
  }

  async function offer(): Promise<void> {
    const shared = ((await send({ type: 'teach:offer' }).catch(() => null)) ?? { outcome: 'UNREACHABLE' }) as ShareOutcome;
    const closing = { label: 'Close', isMain: true, run: close };
    const retry = { label: 'Try again', run: offer };
    show({
      about: page.hostname,
      step: null,
      title: shared.outcome === 'OFFERED' ? 'Offered to your company' : "It wasn't shared",
      text: describeShared(shared),
      isGood: shared.outcome === 'OFFERED',
      lines: [],
      buttons: shared.outcome === 'UNREACHABLE' ? [retry, closing] : [closing],
    });
  }

  function showNothing(text: string): void {
    marks.show([]);
    const buttons = [
      { label: 'Report layout', run: report },
      { label: 'Close', isMain: true, run: close },
    ];
    show({ about: page.hostname, step: null, title: "We can't read this page", text, lines: [], buttons });
  }

  function show(view: PanelView): void {
    if (!isOver) panel.show(view);
  }

  showFields();
  return end;
}
