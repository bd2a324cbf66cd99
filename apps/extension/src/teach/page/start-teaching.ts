import { lookAtPage, propose } from '@headhaul/domain/boards/teach/teach-page';
import { type FrameFinding, isTeachBegin, type TeachFromPage } from '../messages.ts';
import { isOwnTag } from './lesson.ts';
import { readTree } from './read-tree.ts';
import { runLesson } from './run-lesson.ts';
import { runReport } from './show-report.ts';

interface Surroundings {
  document: Document;
  page: Pick<Location, 'hostname' | 'pathname'>;
  send(message: TeachFromPage): Promise<unknown>;
  /** `receive` returns whether the message was for it. Returns how to stop listening. */
  listen(receive: (raw: unknown) => boolean): () => void;
}

/** The day at the user's desk. */
function localToday(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Ends what an earlier click on "Teach" has begun here. The script is put in anew each time, so this is kept outside of it. */
const running = Symbol.for('headhaul-teach');
const found = Symbol.for('headhaul-teach-found');
interface Holder {
  [found]?: FrameFinding;
  [running]?: () => void;
}
/** A frame that isn't the one with the list hears nothing more. */
const waitMs = 10_000;

/** Says what this frame shows, and waits for the word to begin. */
export function startTeaching({ document, page, send, listen }: Surroundings): FrameFinding {
  const holder = document as Document & Holder;
  holder[running]?.();
  let endLesson: (() => void) | null = null;
  const stopListening = listen((raw) => {
    if (!isTeachBegin(raw)) return false;
    stop();
    endLesson =
      raw.purpose === 'REPORT'
        ? runReport({ document, page, send })
        : runLesson({ document, page, board: raw.board, today: localToday(), before: raw.before, send });
    return true;
  });
  const timer = setTimeout(stop, waitMs);
  function stop(): void {
    clearTimeout(timer);
    stopListening();
  }
  holder[running] = () => {
    stop();
    endLesson?.();
  };

  // A script of a file gives nothing back to the worker, so another one asks for this (public/teach-found.js).
  const finding = findHere(document);
  holder[found] = finding;
  return finding;
}

function findHere(document: Document): FrameFinding {
  // Only to compare frames: which codes the board uses for trailers makes no difference.
  const options = { board: 'other', today: localToday() } as const;
  const [list] = lookAtPage(readTree(document.documentElement, isOwnTag).root, options).lists;
  if (list === undefined) return { rows: 0, fields: 0 };
  return { rows: list.rows.length, fields: propose(list, options).filter(({ certainty }) => certainty !== 'NONE').length };
}
