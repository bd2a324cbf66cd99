import {
  type BoardDriver,
  type BrokerBrief,
  mostBoardDrivers,
  type PostingProfit,
  type RateMarks,
} from '@headhaul/contracts/boards/postings';
import type { BrokerMark } from '@headhaul/contracts/brokers';
import type { Ctx } from '../../lib/http/guards.ts';
import { createBroker, markBroker } from '../brokers/broker-changes.service.ts';
import { readDrivers } from '../drivers/driver-facts.service.ts';
import type { TollFinder } from '../fuel/tolls.service.ts';
import { countFeature } from '../limits/limits.service.ts';
import { findProfitAndDeadhead } from '../profit/profit.service.ts';
import { readRates } from '../profit/rates.service.ts';
import { matchPosted, type Posted, type PostedMatch } from './posted-brokers.service.ts';
import { type Posting, refuseProfit, toProfitDraft } from './posting-load.ts';
import { refuseIf } from './save-posting.service.ts';

interface Marking extends Posted {
  mark: BrokerMark;
  reason: string;
}

/** A broker of whom the company has hauled nothing yet can be blocked too, so it is added. */
async function findOrAdd(ctx: Ctx, posted: Posted): Promise<PostedMatch> {
  const [found = null] = await ctx.transaction((tx) => matchPosted(tx, [posted]));
  if (found !== null) return found;
  const { mc, name } = posted;
  const plain = { dba: null, dot: null, address: null, phone: null, notes: null };
  const terms = { paymentTermsDays: 30, detentionFreeMinutes: 120, detentionPerHourCents: null };
  const { id } = await createBroker(ctx, { ...plain, ...terms, mc, name: name ?? `MC ${mc}` });
  return { id, dot: null, matchedBy: mc === null ? 'NAME' : 'MC' };
}

export async function markPostedBroker(ctx: Ctx, { mark, reason, ...posted }: Marking): Promise<BrokerBrief> {
  const { id, matchedBy } = await findOrAdd(ctx, posted);
  const { history, ...broker } = await markBroker(ctx, id, mark, reason);
  const { daysToPayMedian: daysToPay, paidLoads } = history;
  return { ...broker, daysToPay, paidLoads, matchedBy };
}

/** The sum is the one that every screen shows. */
export async function findPostingProfit(
  ctx: Ctx,
  tolls: TollFinder,
  { load, driverId }: { load: Posting['load']; driverId: string | null },
): Promise<PostingProfit> {
  refuseIf(refuseProfit(load));
  const terms = await ctx.transaction(readRates);
  const { profit, deadhead } = await findProfitAndDeadhead(ctx, tolls, toProfitDraft(load, terms, driverId));
  const source = deadhead?.source === 'ENTERED' || deadhead?.source === 'AVERAGE' ? deadhead.source : 'MEASURED';
  return { profit, deadhead: deadhead && { miles: deadhead.miles, source } };
}

/** Only what a row compares with: the company's other terms stay in the web app. */
export async function getRateMarks(ctx: Ctx): Promise<RateMarks> {
  const { floorPerMileCents, targetPerMileCents, targetNetPerDayCents } = await ctx.transaction(readRates);
  // Where a goal for the net of a day counts too, no rate per mile says that the target is reached.
  return { floorPerMileCents, targetPerMileCents: targetNetPerDayCents === null ? targetPerMileCents : null };
}

export const countCall = (ctx: Ctx) => countFeature(ctx, 'clickToCall');

/** Drivers who work here, by name. The rest of a driver's record is not for a browser that shows other sites' pages. */
export async function listBoardDrivers({ platform, actor: { companyId } }: Ctx): Promise<{ drivers: BoardDriver[] }> {
  const facts = await readDrivers({ companyId, read: (read) => platform.db.readAsTenant(companyId, read) }, { isDeleted: false });
  const drivers = facts
    .filter(({ employment }) => employment === 'ACTIVE')
    .map(({ id, name, familyName, truckNumber, readyAt, readyCity, readyState }) => ({
      id,
      name: `${name} ${familyName}`.trim(),
      truckNumber,
      readyAt,
      readyCity,
      readyState,
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1));
  return { drivers: drivers.slice(0, mostBoardDrivers) };
}
