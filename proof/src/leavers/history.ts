import { setTimeout as pause } from 'node:timers/promises';
import { referralEndpoints } from '@headhaul/contracts/referrals';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { accept, join, readLinkToken } from '../invites/team.ts';
import { fetchRaw } from '../lib/http-client.ts';
import { type SignedIn, signInAll } from '../lib/people.ts';
import { act, actAtRandom, connectMailbox, type MailboxKind, writeMail } from './acts.ts';
import { type Cast, nameCanary, signIn } from './cast.ts';
import { type End, endStay } from './ends.ts';
import { type Findings, type Scene, type Stay, type Tally, webOf } from './scene.ts';
import { ask, originOf, type World } from './world.ts';

/** How a history ends, in one or two steps. `alone`: the canary works alone in their own company. */
interface Course {
  first: End | 'alone';
  /** Joins another team before the account is deleted. */
  hasSecondTeam?: boolean;
  isDeletedLater?: boolean;
}

/** Seven of ten accounts are deleted, five of them after the person has left a team. */
export const courses: readonly Course[] = [
  { first: 'removed' },
  { first: 'handed over', isDeletedLater: true },
  { first: 'deleted' },
  { first: 'left', isDeletedLater: true, hasSecondTeam: true },
  { first: 'handed over' },
  { first: 'removed', isDeletedLater: true },
  { first: 'alone' },
  { first: 'handed over', isDeletedLater: true, hasSecondTeam: true },
  { first: 'left' },
  { first: 'removed', isDeletedLater: true, hasSecondTeam: true },
];

/** Many times longer than a mail takes. */
const mailMs = 60_000;

export interface Round {
  world: World;
  tally: Tally;
  findings: Findings;
}

export interface Plan {
  course: Course;
  /** The mailbox that every canary has. Random unless given. */
  mailbox?: { kind: MailboxKind; isShared: boolean };
  /** Number of random acts before the end. Five to fourteen unless given. */
  acts?: number;
}

export async function runHistory(round: Round, cast: Cast, plan: Plan): Promise<void> {
  const scene = await openScene(round, cast);
  const { random, findings } = scene;
  const { course } = plan;
  const isDeleted = course.first === 'deleted' || course.first === 'alone' || course.isDeletedLater === true;
  if (!isDeleted) findings.keptMarks.add(cast.canary.mark);
  await enter(scene);
  await nameCanary(round.world, webOf(scene), cast.canary);
  await inviteInVain(scene);
  const own = ownStay(scene);
  if (course.first === 'alone') {
    await live(scene, own, plan, 3 + random.below(6));
    await endStay(scene, own, 'deleted');
    return;
  }
  if (random.chance(0.3)) await actAtRandom(scene, own, 1 + random.below(2));
  await leaveScreens(scene);
  const team = await joinTeam(scene, scene.people.owner, scene.people.mate);
  await live(scene, team, plan, plan.acts ?? 5 + random.below(10));
  await endStay(scene, team, course.first);
  if (!course.isDeletedLater) return;
  await enter(scene);
  let last = ownStay(scene);
  if (course.hasSecondTeam) last = await joinTeam(scene, scene.people.other, null);
  await actAtRandom(scene, last, random.below(4));
  await endStay(scene, last, 'deleted');
}

async function openScene({ world, tally, findings }: Round, cast: Cast): Promise<Scene> {
  const { owner, mate, third, other, stranger } = cast;
  const people = await signInAll(world.database, world.origins, [owner, mate, third, other, stranger]);
  const [a, b, c, d, e] = people as [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn];
  const random = world.stage.random.fork(`history ${cast.index}`);
  return {
    ...{ world, cast, random, tally, findings },
    people: { owner: a, mate: b, third: c, other: d, stranger: e },
    ...{ sessions: [], open: [], past: 0 },
  };
}

/** Signs the canary in to their own company. */
async function enter(scene: Scene): Promise<void> {
  scene.sessions = [await signIn(scene.world, scene.cast.canary.person, scene.cast.index)];
}

function ownStay(scene: Scene): Stay {
  const { companyId } = scene.cast.canary.person;
  return { companyId, boss: webOf(scene), mate: null, loadId: null, mailboxes: [], hasExport: false };
}

/**
 * A person who joins another company works there from now on, so streams and downloads of the first company end. That is not checked here.
 */
async function leaveScreens(scene: Scene): Promise<void> {
  const { open } = scene;
  scene.open = [];
  void Promise.all(open.map((answer) => answer.untilBroken()));
}

/** Invitations from companies that know only the address. */
async function inviteInVain({ world, cast, random, people, tally }: Scene): Promise<void> {
  const body = { emails: [cast.canary.email] };
  if (random.chance(0.5)) {
    await ask(originOf(world), people.stranger, teamEndpoints.inviteTeamMembers, { body });
    tally.invitesWithoutAnswer += 1;
  }
  if (random.chance(0.4)) {
    await ask(originOf(world), people.stranger, referralEndpoints.sendInvitations, { body });
    tally.invitesWithoutAnswer += 1;
  }
}

async function joinTeam(scene: Scene, boss: SignedIn, mate: SignedIn | null): Promise<Stay> {
  const { world, cast, random } = scene;
  const origin = originOf(world, random.below(2));
  const web = webOf(scene);
  const { companyId } = boss.user;
  const isInvited = random.chance(0.3);
  if (isInvited) await ask(origin, boss, teamEndpoints.inviteTeamMembers, { body: { emails: [cast.canary.email] } });
  const reply = isInvited
    ? await accept(origin, web, await readInvite(scene, companyId))
    : await join(origin, web, await readLinkToken(origin, { owner: boss, companyId }));
  if (reply.status !== 200) throw new Error(`joining was refused: ${reply.status} ${reply.body}`);
  await untilThere(scene, companyId);
  return { companyId, boss, mate, loadId: null, mailboxes: [], hasExport: false };
}

/** Waits until every process knows the new company. Otherwise the next step could run in the old one. */
async function untilThere(scene: Scene, companyId: string): Promise<void> {
  for (const origin of scene.world.origins) {
    while ((await ask(origin, webOf(scene), sessionEndpoints.getMe, {})).companyId !== companyId) await pause(50);
  }
}

/** The token from this company's mail. Other companies may have sent invitations too. */
async function readInvite({ world, cast }: Scene, companyId: string): Promise<string> {
  const { rows } = await world.database.admin.query<{ id: string }>(
    'select id from invitations where company_id = $1 and email = $2 order by created_at desc limit 1',
    [companyId, cast.canary.email],
  );
  const begins = (rows[0]?.id ?? '').replaceAll('-', '');
  const deadline = performance.now() + mailMs;
  while (performance.now() < deadline) {
    const { body } = await fetchRaw(`${world.providers.home}/mailbox/messages?to=${encodeURIComponent(cast.canary.email)}`);
    for (const [, token = ''] of body.matchAll(/\/login\?token=([\w-]+)/g)) {
      if (Buffer.from(token, 'base64url').toString('hex').startsWith(begins)) return token;
    }
    await pause(100);
  }
  throw new Error(`no invite arrived for ${cast.canary.email}`);
}

/** Every canary gets a mailbox and a mail that waits to leave. The rest is random. */
async function live(scene: Scene, stay: Stay, { course, mailbox }: Plan, acts: number): Promise<void> {
  const { random } = scene;
  const isHanded = course.first === 'handed over';
  const kind = mailbox?.kind ?? (isHanded ? 'desk' : random.pick(['named', 'desk'] as const));
  const isShared = mailbox?.isShared ?? (isHanded || random.chance(0.5));
  if (random.chance(0.5)) await act(scene, stay, 'listen');
  if (random.chance(0.35)) await act(scene, stay, 'download');
  await actAtRandom(scene, stay, acts);
  await act(scene, stay, 'note');
  const own = await connectMailbox(scene, stay, { kind, isShared });
  await writeMail(scene, webOf(scene), own);
  if (stay.mate && isShared) await writeMail(scene, stay.mate, own);
}
