import { sessionEndpoints } from '@headhaul/contracts/session';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, send } from '../lib/http-client.ts';
import { forEachParallel } from '../lib/parallel.ts';
import { type Browser, openBrowsers, originFor } from './browsers.ts';
import { isServed, measureEffect } from './effect.ts';

const sessionsAtOnce = 10;

interface Ending {
  name: string;
  /** Returns when the change is durable. */
  change(database: ProofDatabase, origin: string, browser: Browser): Promise<void>;
  isInEffect(origin: string, browser: Browser): Promise<boolean>;
}

async function isEnded(origin: string, { web, extension }: Browser): Promise<boolean> {
  return !(await isServed(origin, web)) && !(await isServed(origin, extension));
}

export const endings: readonly Ending[] = [
  {
    name: 'sign-out',
    async change(_database, origin, { web }) {
      const reply = await send(origin, sessionEndpoints.logout, {}, bearer(web.token.accessToken));
      if (reply.status !== 204) throw new Error(`sign-out answered ${reply.status}`);
    },
    isInEffect: isEnded,
  },
  {
    name: 'removal from the team',
    async change({ admin }, _origin, { web }) {
      await admin.query('update memberships set removed_at = now() where company_id = $1 and user_id = $2', [
        web.user.companyId,
        web.user.id,
      ]);
    },
    isInEffect: isEnded,
  },
  {
    name: 'role change',
    async change({ admin }, _origin, { web }) {
      await admin.query(`update users set role = 'GUEST' where id = $1`, [web.user.id]);
      await admin.query(`update memberships set role = 'member', can_manage_billing = false where user_id = $1`, [web.user.id]);
    },
    async isInEffect(origin, { web, extension }) {
      const replies = await Promise.all(
        [web, extension].map(({ token }) => send(origin, sessionEndpoints.getMe, {}, bearer(token.accessToken))),
      );
      return replies.every(({ status, body }) => {
        if (status !== 200) throw new Error(`a member with another role was answered ${status}`);
        const { role, isTeamOwner, canManageBilling } = sessionEndpoints.getMe.reply.parse(JSON.parse(body));
        return role === 'GUEST' && !isTeamOwner && !canManageBilling;
      });
    },
  },
];

/** The times until each change took effect for web and extension on every process. All processes knew the session before. */
export async function measureEnding(
  database: ProofDatabase,
  origins: readonly string[],
  { change, isInEffect }: Ending,
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  await forEachParallel(await openBrowsers(database, origins, count), sessionsAtOnce, async (browser, index) => {
    for (const origin of origins) {
      if (await isInEffect(origin, browser)) throw new Error('in effect before the change');
    }
    await change(database, originFor(origins, index), browser);
    times.push(await measureEffect(origins, (origin) => isInEffect(origin, browser)));
  });
  return times;
}
