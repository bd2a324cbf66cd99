import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { boardFreightOf } from '@headhaul/domain/boards/freight';
import { wholeBoardLoad } from '@headhaul/domain/testing/board-load';
import { learnedPage } from '@headhaul/domain/testing/learned-page';
import type { Random } from '../lib/random.ts';
import { boardOrigin } from './people.ts';

/** Every body is right, so that only the sender is a reason to refuse it. */
type Make = (random: Random) => unknown;

export const accountId = '0199a000-0000-7000-8000-0000000000ee';
const fingerprint = '0123456789abcdef0123456789abcdef';
const url = `${boardOrigin}/search-loads`;
const outline = 'html\n body\n  div[role=list]\n';

const load: BoardLoad = { ...wholeBoardLoad, board: 'dat' };
const freight = boardFreightOf(load);
const posting = {
  load: freight,
  phone: null,
  phoneExt: null,
  comments: null,
  seenAt: '2026-11-18T15:00:00.000Z',
  pickupDay: '2026-11-19',
  deliveryDay: '2026-11-21',
};
const draft = { name: 'Vans', rules: [{ kind: 'MIN_RATE', cents: 80_000 }], onUnknown: 'KEEP', action: 'DIM' };
const broker = { mc: '428816', name: 'Lakeshore Freight' };
const counts = { version: 1, layouts: [], attachMs: 12, flushP95Ms: 2, mutationStorms: 0, missingContainers: 0 };
const withOp = (type: string, body: object = {}) => ({ type, opId: randomUUID(), ...body });

/** Mails that both a board's page and the side panel may go on with. */
export const mailSteps: readonly Make[] = [
  () => withOp('mail:confirm', { key: randomUUID() }),
  () => withOp('mail:without-driver'),
  () => withOp('mail:undo'),
  () => ({ type: 'mail:rows', fingerprints: [fingerprint] }),
  () => ({ type: 'mail:open', place: 'PLANS' }),
];

/** What the popup and the side panel may ask, and nobody else. The steps of mails come besides. */
export const ownPageMessages: readonly Make[] = [
  () => 'popup:status',
  () => 'popup:confirm',
  () => 'popup:day',
  () => ({ type: 'boards:view' }),
  () => ({ type: 'boards:tally' }),
  () => ({ type: 'boards:look' }),
  (random) => ({ type: 'boards:switch', board: 'dat', isOn: random.chance(0.5) }),
  (random) => ({ type: 'boards:lowest', cents: 1 + random.below(900) }),
  (random) => ({ type: 'boards:share-counts', isOn: random.chance(0.5) }),
  () => ({ type: 'mail:mailboxes' }),
  () => ({ type: 'mail:choose', accountId }),
  () => ({ type: 'mail:unsent' }),
  () => withOp('mail:send-now'),
  (random) => withOp('mail:ask', { load: freight, askCents: 100_000 + random.below(900_000) }),
  () => ({ type: 'panel:view' }),
  () => ({ type: 'panel:try' }),
  () => ({ type: 'panel:look' }),
  () => ({ type: 'panel:matches', tabId: 1, order: 'RPM', isAnew: true }),
  () => ({ type: 'panel:show', tabId: 1, frameId: 0, load }),
  () => ({ type: 'panel:filters' }),
  () => ({ type: 'panel:count-rules', tabId: 1, rules: draft.rules }),
  (random) => ({ type: 'panel:choose-filter', filterId: accountId, isOn: random.chance(0.5) }),
  () => withOp('panel:save-filter', { saving: { input: draft, target: { kind: 'new', basedOnId: null } } }),
  () => withOp('panel:delete-filter', { id: accountId }),
  () => ({ type: 'panel:facts', load: freight, isFresh: true }),
  () => ({ type: 'panel:lookup', mc: '428816', isFresh: true }),
  () => ({ type: 'panel:drivers', isFresh: true }),
  () => ({ type: 'panel:choose-driver', driverId: accountId }),
  () => ({ type: 'panel:profit', load: freight, driverId: null, isFresh: true }),
  () => ({ type: 'panel:route', origin: freight.origin, destination: freight.destination, driverId: null, isFresh: true }),
  () => withOp('panel:save', { posting }),
  () => withOp('panel:mark', { ...broker, mark: 'BLOCKED', reason: 'Short pay' }),
  () => withOp('panel:call'),
  () => ({ type: 'teach:view', tabId: 1, url }),
  () => ({ type: 'teach:news', tabId: 1, url }),
  (random) => ({ type: 'teach:want', tabId: 1, url, purpose: random.pick(['TEACH', 'USE', 'REPORT']) }),
  (random) => ({ type: 'teach:start', tabId: 1, url, purpose: random.pick(['TEACH', 'USE', 'REPORT']) }),
  () => ({ type: 'teach:remove', id: url }),
  (random) => ({ type: 'teach:quiet', tabId: 1, url, isQuiet: random.chance(0.5) }),
  () => ({ type: 'teach:share', id: url }),
  () => ({ type: 'teach:stop', id: url }),
];

/** What only our own script on a board may say. In this order each of them has something to do. */
export const boardMessages: readonly Make[] = [
  () => ({ type: 'board:hello' }),
  () => ({ type: 'board:report', report: { state: 'DEGRADED', rows: 0, judged: null, unread: [] } }),
  () => ({ type: 'board:counts', counts }),
  () => withOp('mail:write', { load: freight }),
  () => ({ type: 'panel:brokers', brokers: [broker] }),
  () => ({ type: 'panel:open', load }),
  () => ({ type: 'panel:rules' }),
  () => ({ type: 'teach:is-taught' }),
  () => ({ type: 'teach:ask' }),
  () => ({ type: 'teach:save', learned: learnedPage() }),
  () => ({ type: 'teach:report', outline }),
  () => ({ type: 'teach:offer' }),
  () => ({ type: 'teach:ask' }),
  () => ({ type: 'teach:end' }),
  ...mailSteps,
];
/** What only the worker says, to pages and their scripts. */
export const workerMessages: readonly Make[] = [
  () => ({ type: 'board:orders', orders: { work: null } }),
  () => ({ type: 'board:ask' }),
  () => ({ type: 'board:count' }),
  () => ({ type: 'board:brokers' }),
  () => ({ type: 'board:look' }),
  () => ({ type: 'board:count-rules', rules: draft.rules }),
  () => ({ type: 'board:row', key: load.rowKey }),
  () => ({ type: 'board:matches', order: 'NEW', isAnew: false }),
  () => ({ type: 'live:state', isUp: true }),
  () => ({ type: 'live:mails', fingerprints: [fingerprint] }),
  () => ({ type: 'page:news', message: { type: 'USAGE_CHANGED' } }),
  () => ({ type: 'teach:begin', board: 'dat', purpose: 'TEACH' }),
];

/** "mail:write". Null for what has no type of ours. */
export function typeOf(message: unknown): string | null {
  if (typeof message === 'string') return message;
  if (typeof message !== 'object' || message === null || !('type' in message)) return null;
  return typeof message.type === 'string' ? message.type : null;
}
