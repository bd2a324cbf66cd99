import { ProblemError } from '@headhaul/contracts/http/call';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import { LoadStatus } from '@headhaul/contracts/loads/record';
import { loadStatusLabels } from '@headhaul/domain/loads/status';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { firstRetryMs, retryDelayMs, waitUntilOnlineOr } from '../../../shared/live/retry.ts';
import { getSession } from '../../../shared/session/session-store.ts';
import { callSignedIn } from '../../../shared/session/signed-in-call.ts';
import { readRaw, readStored, removeStored, storageKeys, writeStored } from '../../../shared/storage-keys.ts';
import { createListeners } from '../../../shared/store.ts';

/** Status changes that the server has not answered. They wait in the browser and are sent in order when the server answers again. */
const QueuedMove = z.object({
  id: z.uuid(),
  /** Who made the move, and in which company. The move outlives the session, and no other person sends it. */
  userId: z.uuid(),
  companyId: z.uuid(),
  loadId: z.uuid(),
  loadNumber: z.string(),
  from: LoadStatus,
  to: LoadStatus,
  reason: z.string(),
  paidAmountCents: z.int().nullable(),
  /** The person was told that the driver is on another load, and confirmed the move. Earlier versions didn't store this. */
  confirmDoubleBooking: z.boolean().optional(),
  /** The same for what the factor says against the broker. */
  confirmFactor: z.boolean().optional(),
  /** The same for a driver who can't make the load. Earlier versions stored no `seenLoads`; then a driver with other loads is refused. */
  anyway: z
    .object({ reason: z.string().nullish(), seen: z.array(z.string()).optional(), seenLoads: z.array(z.string()).optional() })
    .optional(),
  at: z.iso.datetime(),
});
export type QueuedMove = z.infer<typeof QueuedMove>;

const key = storageKeys.offlineQueue;
const lockName = 'hh.waiting-status-changes';
const { announce, subscribe } = createListeners();
const { announce: announceAdded, subscribe: subscribeAdded } = createListeners();
let lastRead = '';
let lastMoves: readonly QueuedMove[] = [];
/**
 * These statuses don't answer the move itself. The connection, the session or a limit of the server got in the way. The move is sent
 * again later, without a limit.
 */
const laterStatuses = [401, 408, 409, 425, 429, 502, 503, 504];
/**
 * How often the answer to a move may be a fault or unreadable. With the pauses in between, the tries take about twenty minutes. A bad
 * release is rolled back sooner than that, and the person who made the move still remembers it.
 */
export const mostFaults = 30;
/** The number of faults by move. A reload starts again at zero, because the new page may be able to read the answers. */
const faults = new Map<string, number>();
/** One load without an answer may be a problem of that load. After two the connection counts as down, and the rest isn't tried. */
const mostUnanswered = 2;

function readAll(): QueuedMove[] {
  return (readStored(key) ?? []).flatMap((value) => QueuedMove.safeParse(value).data ?? []);
}

function isOwn({ userId, companyId }: QueuedMove): boolean {
  const session = getSession();
  return userId === session?.id && companyId === session.companyId;
}

/** The moves of the person who is signed in now. */
export function getQueuedMoves(): readonly QueuedMove[] {
  const session = getSession();
  const read = `${session?.id} ${session?.companyId} ${readRaw(key)}`;
  if (read !== lastRead) {
    lastRead = read;
    lastMoves = readAll().filter(isOwn);
  }
  return lastMoves;
}

function keep(moves: readonly QueuedMove[]): void {
  if (moves.length === 0) removeStored(key);
  else writeStored(key, [...moves]);
  announce();
}

/** The newest waiting move of a load. A further change must wait behind it, or the older change would win. */
export function lastQueuedMove(loadId: string): QueuedMove | undefined {
  return getQueuedMoves().findLast((move) => move.loadId === loadId);
}

/** Stores all of these moves or none. Returns null when the browser's storage has no room. */
export function queueMoves(moves: readonly Omit<QueuedMove, 'id' | 'at' | 'userId' | 'companyId'>[]): readonly QueuedMove[] | null {
  const session = getSession();
  if (session === null) throw new Error('nobody is signed in');
  const own = { userId: session.id, companyId: session.companyId };
  const at = new Date().toISOString();
  const waiting = moves.map((move) => {
    // A list that was fetched meanwhile shows the load without its waiting moves.
    const from = lastQueuedMove(move.loadId)?.to ?? move.from;
    return { ...move, ...own, from, id: crypto.randomUUID(), at };
  });
  try {
    keep([...readAll(), ...waiting]);
  } catch {
    return null;
  }
  announceAdded();
  return waiting;
}

/** Removes a move before it is sent. False when it is already gone. */
export function dropQueuedMove(id: string): boolean {
  const moves = readAll();
  const rest = moves.filter((move) => move.id !== id);
  if (rest.length === moves.length) return false;
  keep(rest);
  return true;
}

export function useQueuedMoves(): readonly QueuedMove[] {
  return useSyncExternalStore((listener) => {
    const stop = subscribe(listener);
    window.addEventListener('storage', listener);
    return () => {
      stop();
      window.removeEventListener('storage', listener);
    };
  }, getQueuedMoves);
}

export type SentMove = { move: QueuedMove } & ({ load: Load } | { refusal: string });

/**
 * Sends the waiting moves, oldest first, from one tab at a time. Order matters only within a load, so a move that can't be sent now
 * holds back only the later moves of its load. A move that reached the server before its answer was lost counts as done. Returns true
 * when any move was settled.
 */
export async function sendQueuedMoves(onSent: (sent: SentMove) => void): Promise<boolean> {
  if (getQueuedMoves().length === 0) return false;
  return navigator.locks.request(lockName, async () => {
    const heldLoads = new Set<string>();
    const next = () => getQueuedMoves().find(({ loadId }) => !heldLoads.has(loadId));
    let unanswered = 0;
    let isAnySettled = false;
    for (let move = next(); move !== undefined && unanswered < mostUnanswered; move = next()) {
      const outcome = await send(move);
      // If another person signed in meanwhile, that person isn't told. The maker of the move later finds it done or sends it again.
      if (!isOwn(move)) break;
      if (outcome === 'unanswered') unanswered += 1;
      const sent = outcome === 'faulty' ? giveUpAfterMany(move) : outcome;
      if (sent === 'unanswered' || sent === 'faulty') {
        heldLoads.add(move.loadId);
        continue;
      }
      isAnySettled = true;
      dropQueuedMove(move.id);
      onSent(sent);
    }
    return isAnySettled;
  });
}

/** Gives up after too many faults. Then it isn't known whether the server made the move. */
function giveUpAfterMany(move: QueuedMove): SentMove | 'faulty' {
  const count = (faults.get(move.id) ?? 0) + 1;
  faults.set(move.id, count);
  if (count < mostFaults) return 'faulty';
  faults.delete(move.id);
  const wanted = `${move.loadNumber} is ${loadStatusLabels[move.to]}`;
  return { move, refusal: `Couldn't confirm that ${wanted}. Check the load and change it again if needed.` };
}

/**
 * Sends until no move waits: at once, when the browser is online again, when another move is added, and after ever longer pauses while
 * there is no answer.
 */
export async function keepSendingQueuedMoves(signal: AbortSignal, onSent: (sent: SentMove) => void): Promise<void> {
  let failures = 0;
  while (!signal.aborted && getQueuedMoves().length > 0) {
    // Listen before the attempt begins, because a move added during it may come too late for it.
    const added = new AbortController();
    const stop = subscribeAdded(() => added.abort());
    const isAnySettled = navigator.onLine && (await sendQueuedMoves(onSent));
    failures = isAnySettled ? 1 : failures + 1;
    const delayMs = retryDelayMs(firstRetryMs, failures);
    if (getQueuedMoves().length > 0) await waitUntilOnlineOr(delayMs, AbortSignal.any([signal, added.signal]));
    stop();
  }
}

/** Fetches the load first, because a teammate who was online may have changed it since this browser last saw it. */
async function send(move: QueuedMove): Promise<SentMove | 'unanswered' | 'faulty'> {
  const refuse = (why: string) => ({ move, refusal: `${move.loadNumber} did not become ${loadStatusLabels[move.to]}: ${why}` });
  try {
    const load = await getLoad(move);
    if (load.status === move.to) return { move, load };
    if (load.status !== move.from) return refuse(`meanwhile it is ${loadStatusLabels[load.status]}.`);
    return { move, load: await changeStatus(move) };
  } catch (failure) {
    if (isRefusal(failure)) return refuse(failure.problem.detail);
    return isFault(failure) ? 'faulty' : 'unanswered';
  }
}

function isRefusal(failure: unknown): failure is ProblemError {
  if (!(failure instanceof ProblemError)) return false;
  const { status } = failure.problem;
  return status < 500 && !laterStatuses.includes(status);
}

/** The server failed, or its answer doesn't match the contract. */
function isFault(failure: unknown): boolean {
  if (failure instanceof ProblemError) return !laterStatuses.includes(failure.problem.status);
  return failure instanceof z.ZodError || failure instanceof SyntaxError;
}

/** Checked before every call, because the session may have ended or changed during the call before. */
function assertOwn(move: QueuedMove): void {
  if (!isOwn(move)) throw new Error('somebody else is signed in');
}

function getLoad(move: QueuedMove): Promise<Load> {
  assertOwn(move);
  return callSignedIn(loadEndpoints.getLoad, { params: { id: move.loadId } });
}

/**
 * An earlier try whose answer was lost may take effect during this one. The server then refuses this one, but the load has the wanted
 * status.
 */
async function changeStatus(move: QueuedMove): Promise<Load> {
  assertOwn(move);
  const { loadId: id, to: newStatus, reason, paidAmountCents, confirmDoubleBooking, confirmFactor, anyway } = move;
  const body = { newStatus, reason, paidAmountCents, confirmDoubleBooking, confirmFactor, anyway };
  try {
    return await callSignedIn(loadEndpoints.changeLoadStatus, { params: { id }, body });
  } catch (failure) {
    if (!isRefusal(failure)) throw failure;
    const load = await getLoad(move);
    if (load.status !== newStatus) throw failure;
    return load;
  }
}
