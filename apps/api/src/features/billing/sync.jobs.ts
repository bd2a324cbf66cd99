import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, PermanentFailure } from '../../lib/jobs/jobs.ts';
import { isUnknownToStripe } from '../../lib/net/stripe.ts';
import { syncCompany } from './sync.service.ts';

/** Syncs one company with Stripe. Syncs of one company run one after another, and several requests while one waits become one sync. */
export const syncBilling = defineJob({
  name: 'billing.sync',
  payload: z.object({ companyId: z.uuid() }),
  attempts: 25,
  async run({ platform }, { companyId }) {
    if (!platform.stripe) return;
    try {
      await syncCompany(platform, platform.stripe, companyId);
    } catch (error) {
      // Our data stays as it is: what was paid stays paid until a person has looked into it.
      if (isUnknownToStripe(error)) throw new PermanentFailure('Stripe does not know this customer', { cause: error });
      throw error;
    }
  },
});

const companiesAtOnce = 500;
const perSecond = 10;

/** Syncs every customer each night, to find changes that no Stripe message reported. Slow enough for Stripe's rate limit. */
export const reconcileBilling = defineJob({
  name: 'billing.reconcile',
  payload: z.object({ after: z.string().default('') }),
  attempts: 10,
  cron: '17 9 * * *',
  async run({ platform, log }, { after }) {
    await platform.db.transaction(async (db) => {
      const customers = await db
        .selectFrom('billing_customers')
        .where('customer_id', '>', after)
        .orderBy('customer_id')
        .limit(companiesAtOnce)
        .select(['customer_id', 'pays_for'])
        .execute();
      for (const [index, { pays_for }] of customers.entries()) {
        const queue = `billing ${pays_for}`;
        const runAt = new Date(Date.now() + (index / perSecond) * 1_000);
        await syncBilling({ db }, { companyId: pays_for }, { queue, key: `${queue} nightly`, runAt });
      }
      const last = customers.at(-1);
      if (last && customers.length === companiesAtOnce) {
        const runAt = new Date(Date.now() + (companiesAtOnce / perSecond) * 1_000);
        await reconcileBilling({ db }, { after: last.customer_id }, { runAt });
      }
      log.info({ customers: customers.length }, 'customers will be looked at');
    });
  },
});

export const sweepStripeEvents = defineJob({
  name: 'billing.sweep_events',
  payload: z.object({}),
  attempts: 5,
  cron: '53 9 * * *',
  async run({ platform }) {
    await platform.db.global.deleteFrom('stripe_events').where('received_at', '<', sql<Date>`now() - interval '90 days'`).execute();
  },
});
