import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { writeMail } from './acts.ts';
import { type HeldMailbox, type Scene, type Stay, webOf } from './scene.ts';
import { tryReads, untilRefused } from './watch.ts';
import { ask, originOf } from './world.ts';

export type End = 'removed' | 'left' | 'handed over' | 'deleted';

/** Ends the stay, then checks at once whether the person still has access anywhere. */
export async function endStay(scene: Scene, stay: Stay, end: End): Promise<void> {
  const { world, random, findings, tally } = scene;
  const origin = originOf(world, random.below(2));
  const handed = end === 'handed over' ? stay.mailboxes.filter(({ isShared, address }) => isShared && address.startsWith('desk')) : [];
  const shared = stay.mailboxes.find(({ isShared }) => isShared);
  await servedBefore(scene);
  // A teammate writes from the leaver's shared mailbox at the same moment.
  const meanwhile = stay.mate && shared && random.chance(0.4) ? writeMail(scene, stay.mate, shared) : null;
  await finish(scene, stay, end, origin, handed);
  const endedAt = new Date();
  const sinceMs = performance.now();
  tally.ends += 1;
  const refusedMs = await untilRefused(world.origins, scene.sessions, sinceMs);
  findings.refusedMs.push(refusedMs);
  await followOpen(scene, sinceMs + refusedMs);
  const reads = await tryReads(world.origins, scene.sessions);
  findings.readsTried += reads.tried;
  findings.served.push(...reads.served.map((one) => `${end}: ${one}`));
  scene.sessions = [];
  await meanwhile;
  await noteEnded(scene, end === 'deleted' ? null : stay.companyId, endedAt);
  await noteHanded(scene, handed);
}

async function finish(scene: Scene, stay: Stay, end: End, origin: string, handed: readonly HeldMailbox[]): Promise<void> {
  const { cast, people, tally, findings } = scene;
  const third = people.third.user.id;
  const body = { mailboxes: handed.map(({ id }) => ({ id, toUserId: third })), loadsToUserId: end === 'handed over' ? third : null };
  if (end === 'deleted') {
    findings.deletedMarks.add(cast.canary.mark);
    tally.deletions += 1;
    tally.pastAtDeletion += scene.past;
    await ask(origin, webOf(scene), profileEndpoints.deleteAccount, { body: { email: cast.canary.email } });
    return;
  }
  scene.past += 1;
  if (end === 'left') {
    await ask(origin, webOf(scene), teamEndpoints.leaveTeam, { body });
    return;
  }
  const { members } = await ask(origin, stay.boss, teamEndpoints.listTeamMembers, { query: { search: cast.canary.email } });
  const id = members[0]?.id ?? '';
  if (end === 'removed') await ask(origin, stay.boss, teamEndpoints.removeTeamMember, { params: { id } });
  else await ask(origin, stay.boss, teamEndpoints.removeAndHandOver, { params: { id }, body });
}

/** Every process serves each session once, so that it has the session cached. */
async function servedBefore({ world, sessions, findings }: Scene): Promise<void> {
  await Promise.all(
    world.origins.flatMap((origin) =>
      sessions.map(async (session) => {
        const beforeMs = performance.now();
        // The extension may not read loads.
        if (session.cookie === '') await ask(origin, session, sessionEndpoints.getMe, {});
        else await ask(origin, session, loadEndpoints.listLoads, { query: { limit: 1 } });
        findings.plainMs.push(performance.now() - beforeMs);
      }),
    ),
  );
}

/** Streams and downloads that were open when the stay ended. */
async function followOpen(scene: Scene, refusedAtMs: number): Promise<void> {
  const { open, findings, tally } = scene;
  scene.open = [];
  const readOnMs = performance.now();
  await Promise.all(
    open.map(async (answer) => {
      const brokenMs = await answer.untilBroken();
      const isStream = answer.kind === 'stream';
      if (isStream) tally.streams += 1;
      else tally.downloads += 1;
      if (brokenMs === null) findings.served.push(`a ${answer.kind} went on`);
      // A cut download shows only when the client reads on.
      else (isStream ? findings.streamMs : findings.downloadMs).push(Math.max(brokenMs - (isStream ? refusedAtMs : readOnMs), 0));
    }),
  );
}

/** Records what must have ended, in one company or in all: the person's mailboxes, and the mails in them or written by the person. */
async function noteEnded({ world, cast, findings }: Scene, companyId: string | null, endedAt: Date): Promise<void> {
  const { admin } = world.database;
  const asked = [cast.canary.person.userId, companyId];
  const mailboxes = await admin.query<{ id: string }>(
    'select id from email_accounts where user_id = $1 and ($2::uuid is null or company_id = $2)',
    asked,
  );
  for (const { id } of mailboxes.rows) findings.endedMailboxes.add(id);
  const mails = await admin.query<{ id: string }>(
    `select id from emails where ($2::uuid is null or company_id = $2)
       and (user_id = $1 or account_id in (select id from email_accounts where user_id = $1 and ($2::uuid is null or company_id = $2)))`,
    asked,
  );
  for (const { id } of mails.rows) if (!findings.stopped.has(id)) findings.stopped.set(id, endedAt);
}

async function noteHanded({ world, cast, findings, tally }: Scene, handed: readonly HeldMailbox[]): Promise<void> {
  const ids = handed.map(({ id }) => id);
  tally.handedMailboxes += ids.length;
  for (const id of ids) findings.handedMailboxes.add(id);
  const { rows } = await world.database.admin.query<{ id: string }>(
    `select id from emails where account_id = any($1::uuid[]) and state = 'QUEUED'`,
    [ids],
  );
  for (const { id } of rows) findings.handedMails.set(id, { leaverId: cast.canary.person.userId });
}
