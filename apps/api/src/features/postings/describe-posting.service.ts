import type { PostingFacts } from '@headhaul/contracts/boards/postings';
import { addDays } from '@headhaul/domain/time/zoned-time';
import type { Ctx } from '../../lib/http/guards.ts';
import { getBroker } from '../brokers/broker-details.service.ts';
import { listEmails } from '../emails/email-list.service.ts';
import { findBrokerFactor } from '../factoring/broker-factor.service.ts';
import { getBrokerRecord } from '../fmcsa/lookup.service.ts';
import { findKept, withChanges } from '../fmcsa/records.service.ts';
import { matchPosted, type Posted } from './posted-brokers.service.ts';
import { findSaved } from './saved-postings.ts';

const shownMails = 3;
/** Older mails say little about a broker of today, and each further month is another search. */
const mailDays = 60;

/** Without a broker of the company, the register is known by the posting's own number. */
async function readRecord(ctx: Ctx, brokerId: string | null, mc: string | null): Promise<PostingFacts['record']> {
  if (brokerId !== null) {
    const { found } = await getBrokerRecord(ctx, brokerId);
    if (found !== null || mc === null) return found;
  }
  const kept = mc === null ? undefined : await findKept(ctx.platform.db.global, { mc });
  return kept === undefined ? null : withChanges(ctx.platform.db.global, kept);
}

async function readFactor(ctx: Ctx, brokerId: string | null, { mc, name }: Posted): Promise<PostingFacts['factor']> {
  const asked = brokerId === null ? { mc: mc ?? undefined, name: name ?? undefined } : { brokerId };
  const { factor, standing, matchedBy, isAmbiguous } = await findBrokerFactor(ctx, asked);
  return { hasFactor: factor !== null, factorName: factor?.name ?? null, standing, matchedBy, isAmbiguous };
}

async function readMails(ctx: Ctx, brokerId: string | null): Promise<PostingFacts['mails']> {
  if (brokerId === null) return [];
  const from = addDays(new Date().toISOString().slice(0, 10), -mailDays);
  return (await listEmails(ctx, { brokerId, from, limit: shownMails })).emails;
}

/** What is known about a posting and its broker. Nobody outside is asked, so it counts no lookup. */
export async function describePosting(
  ctx: Ctx,
  { fingerprint, ...posted }: Posted & { fingerprint: string | null },
): Promise<PostingFacts> {
  const isNamed = posted.mc !== null || posted.name !== null;
  const { found, saved } = await ctx.transaction(async (tx) => ({
    found: isNamed ? ((await matchPosted(tx, [posted]))[0] ?? null) : null,
    saved: fingerprint === null ? null : await findSaved(tx, fingerprint),
  }));
  const brokerId = found?.id ?? null;
  const noFactor = { hasFactor: false, factorName: null, standing: null, matchedBy: null, isAmbiguous: false };
  return {
    broker: brokerId === null ? null : await getBroker(ctx, brokerId),
    matchedBy: found?.matchedBy ?? null,
    record: await readRecord(ctx, brokerId, posted.mc),
    factor: isNamed ? await readFactor(ctx, brokerId, posted) : noFactor,
    mails: await readMails(ctx, brokerId),
    saved,
  };
}
