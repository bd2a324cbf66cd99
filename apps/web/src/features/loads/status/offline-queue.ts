import { ProblemError } from '@headhaul/contracts/http/call';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import { LoadStatus } from '@headhaul/contracts/loads/record';
import { loadStatusLabels } from '@headhaul/domain/loads/status';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { firstRetryMs, retryDelayMs, waitUntilOnlineOr } from '../../../shared/live/live-stream.ts';
import { getSession } from '../../../shared/session/session-store.ts';
import { callSignedIn } from '../../../shared/session/signed-in-call.ts';
import { readRaw, readStored, removeStored, storageKeys, writeStored } from '../../../shared/storage-keys.ts';
import { createListeners } from '../../../shared/store.ts';

/** Changes of status the server has not answered. They wait in the browser and go out in their order when it answers again. */
const QueuedMove = z.object({
  id: z.uuid(),
  /** Whose it is and where: a session that ends meanwhile takes nothing with it, and nobody else sends it. */
  userId: z.uuid(),
  companyId: z.uuid(),
  loadId: z.uuid(),
  loadNumber: z.string(),
  from: LoadStatus,
  to: LoadStatus,
  reason: z.string(),
  paidAmountCents: z.int().nullable(),
  /** The person was told that the driver is on another load and meant it so. Earlier versions stored none. */
  confirmDoubleBooking: z.boolean().optional(),
  at: z.iso.datetime(),
});
export type QueuedMove = z.infer<typeof QueuedMove>;

const key = storageKeys.offlineQueue;
const lockName = 'hh.waiting-status-changes';
const { announce, subscribe } = createListeners();
const { announce: announceAdded, subscribe: subscribeAdded } = createListeners();
let lastRead = '';
let lastMoves: readonly QueuedMove[] = [];
/** No answer to the move itself: the line, the session or the server's patience ended. It goes out again later, however often. */
const laterStatuses = [401, 408, 409, 425, 429, 502, 503, 504];
/**
 * How often a move may be answered by a fault or by something that can't be read. With the pauses between, the tries take about twenty
 * minutes: a bad release is taken back sooner than that, and whoever made the move still remembers it.
 */
export const mostFaults = 30;
/** By move. A reload counts anew: the page that comes may be one that can read the answers. */
const faults = new Map<string, number>();
/** One load without an answer may be the load's own trouble; after two the line is down, and the rest is not tried one by one. */
const mostUnanswered = 2;

function readAll(): QueuedMove[] {
  return (readStored(key) ?? []).flatMap((value) => QueuedMove.safeParse(value).data ?? []);
}

function isOwn({ userId, companyId }: QueuedMove): boolean {
  const session = getSession();
  return userId === session?.id && companyId === session.companyId;
}

/** Those of who is signed in now. */
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

/** The newest of a load: a further change of it goes behind this one, else the older would have the last word. */
export function lastQueuedMove(loadId: string): QueuedMove | undefined {
  return getQueuedMoves().findLast((move) => move.loadId === loadId);
}

/** Keeps them together or not at all: null when the browser has no room for them. */
export function queueMoves(moves: readonly Omit<QueuedMove, 'id' | 'at' | 'userId' | 'companyId'>[]): readonly QueuedMove[] | null {
  const session = getSession();
  if (session === null) throw new Error('nobody is signed in');
  const own = { userId: session.id, companyId: session.companyId };
  const at = new Date().toISOString();
  const waiting = moves.map((move) => {
    // A list that was fetched meanwhile shows the load as it is before what waits.
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

/** Takes one back before it was sent. False when it is already gone. */
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
 * Sends what waits, oldest first, one tab at a time. The order matters within a load: one that can't go out now holds back those of its
 * load only. A move that had reached the server before its answer was lost is found done. True when any move was settled.
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
      // Whoever signed in meanwhile is not told of it; its maker finds it done or sends it again.
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

/** Nobody knows whether it was carried out. */
function giveUpAfterMany(move: QueuedMove): SentMove | 'faulty' {
  const count = (faults.get(move.id) ?? 0) + 1;
  faults.set(move.id, count);
  if (count < mostFaults) return 'faulty';
  faults.delete(move.id);
  const wanted = `${move.loadNumber} is ${loadStatusLabels[move.to]}`;
  return { move, refusal: `Couldn't confirm that ${wanted}. Check the load and change it again if needed.` };
}

/**
 * Sends until nothing waits: now, as soon as the browser's line is back or another change joins, and ever more seldom while there is no
 * answer.
 */
export async function keepSendingQueuedMoves(signal: AbortSignal, onSent: (sent: SentMove) => void): Promise<void> {
  let failures = 0;
  while (!signal.aborted && getQueuedMoves().length > 0) {
    // Listened to from before the try: what joins while it is under way may come too late for it.
    const added = new AbortController();
    const stop = subscribeAdded(() => added.abort());
    const isAnySettled = navigator.onLine && (await sendQueuedMoves(onSent));
    failures = isAnySettled ? 1 : failures + 1;
    const delayMs = retryDelayMs(firstRetryMs, failures);
    if (getQueuedMoves().length > 0) await waitUntilOnlineOr(delayMs, AbortSignal.any([signal, added.signal]));
    stop();
  }
}

/** The load is looked at first: what somebody with a line did meanwhile is newer than what was seen here. */
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

/** The server failed over it, or its answer is none that the contract knows. */
function isFault(failure: unknown): boolean {
  if (failure instanceof ProblemError) return !laterStatuses.includes(failure.problem.status);
  return failure instanceof z.ZodError || failure instanceof SyntaxError;
}

/** Before every call: the session may have ended or changed while the one before was under way. */
function assertOwn(move: QueuedMove): void {
  if (!isOwn(move)) throw new Error('somebody else is signed in');
}

function getLoad(move: QueuedMove): Promise<Load> {
  assertOwn(move);
  return callSignedIn(loadEndpoints.getLoad, { params: { id: move.loadId } });
}

/** An earlier try whose answer was lost may be carried out while this one is under way: refused, but the load is where it should be. */
async function changeStatus(move: QueuedMove): Promise<Load> {
  assertOwn(move);
  const { loadId: id, to: newStatus, reason, paidAmountCents, confirmDoubleBooking = false } = move;
  const body = { newStatus, reason, paidAmountCents, confirmDoubleBooking };
  try {
    return await callSignedIn(loadEndpoints.changeLoadStatus, { params: { id }, body });
  } catch (failure) {
    if (!isRefusal(failure)) throw failure;
    const load = await getLoad(move);
    if (load.status !== newStatus) throw failure;
    return load;
  }
}
