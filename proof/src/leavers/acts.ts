import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import { savedViewEndpoints } from '@headhaul/contracts/saved-views';
import { bearer, send } from '../lib/http-client.ts';
import { handOff, type SignedIn } from '../lib/people.ts';
import { newKey } from './cast.ts';
import { type HeldMailbox, type Scene, type Stay, webOf } from './scene.ts';
import { openDownload, openStream } from './watch.ts';
import { ask, originOf } from './world.ts';

/** More than the buffers at both ends of a connection hold, so that a download stays open. */
const documentBytes = 24 * 1024 * 1024;
const mostMailboxes = 4;

const originFor = ({ world, random }: Scene) => originOf(world, random.below(2));

/** `named`: the address contains the canary's name. `desk`: an address that the team could keep using. */
export type MailboxKind = 'named' | 'desk';

export async function connectMailbox(
  scene: Scene,
  stay: Stay,
  { kind, isShared, by = webOf(scene) }: { kind: MailboxKind; isShared: boolean; by?: SignedIn },
): Promise<HeldMailbox> {
  const { canary } = scene.cast;
  const isOwn = by.user.id === canary.person.userId;
  const tag = randomBytes(4).toString('hex');
  const address = kind === 'named' ? `canary${canary.mark}.${tag}@nightjar.example` : `desk${tag}@office.example`;
  const origin = originFor(scene);
  const { id } = await ask(origin, by, emailAccountEndpoints.connectSmtp, {
    body: {
      address,
      host: 'localhost',
      port: scene.world.providers.smtpPort,
      username: address,
      password: randomBytes(16).toString('hex'),
    },
  });
  const displayName = isOwn ? canary.fullName : 'Dispatch desk';
  if (isShared || scene.random.chance(0.5))
    await ask(origin, by, emailAccountEndpoints.updateEmailAccount, { params: { id }, body: { displayName, isShared } });
  const words = isOwn ? `${canary.fullName}, ${canary.phone}` : 'the desk';
  await ask(origin, by, emailTemplateEndpoints.saveTemplate, {
    params: { id },
    body: {
      subject: 'An empty van in Racine',
      htmlBody: `<p>Hello, this is ${words}.</p>`,
      signature: isOwn && scene.random.chance(0.6) ? `<p>${canary.fullName}<br>${address}</p>` : null,
      ccEmail: isOwn && scene.random.chance(0.3) ? canary.email : null,
    },
  });
  const mailbox = { id, address, isShared };
  if (isOwn) {
    stay.mailboxes.push(mailbox);
    scene.tally.mailboxes += 1;
  }
  return mailbox;
}

/** Queues a mail. It leaves after ten seconds, so it is still waiting when the stay ends. Gives false if the mailbox has already gone. */
export async function writeMail(scene: Scene, by: SignedIn, { id }: HeldMailbox): Promise<boolean> {
  const to = `broker-${randomBytes(5).toString('hex')}@lakeshore.example`;
  const body = { accountId: id, to, toName: 'Carla Diaz', isConfirmed: true };
  const reply = await send(originFor(scene), emailEndpoints.sendEmail, { body }, { ...bearer(by.token.accessToken), ...newKey() });
  if (reply.status === 200) scene.tally.mails += 1;
  else if (![401, 403, 404, 422].includes(reply.status)) throw new Error(`a mail was refused: ${reply.status} ${reply.body}`);
  return reply.status === 200;
}

type Act = (scene: Scene, stay: Stay) => Promise<void>;

const actOn =
  (work: (scene: Scene, stay: Stay, mailbox: HeldMailbox) => Promise<unknown>): Act =>
  async (scene, stay) => {
    if (stay.mailboxes.length === 0) await connectSome(scene, stay);
    await work(scene, stay, scene.random.pick(stay.mailboxes));
  };

async function connectSome(scene: Scene, stay: Stay): Promise<void> {
  if (stay.mailboxes.length >= mostMailboxes) return;
  await connectMailbox(scene, stay, { kind: scene.random.pick(['named', 'desk']), isShared: scene.random.chance(0.5) });
}

/** What people do in a company on a normal day. */
const acts: Record<string, Act> = {
  connect: connectSome,
  write: actOn((scene, _stay, mailbox) => writeMail(scene, webOf(scene), mailbox)),
  test: actOn(async (scene, _stay, { id }) => {
    const template = { subject: `For ${scene.cast.canary.fullName}`, htmlBody: '<p>We have a truck.</p>', signature: null, ccEmail: null };
    await ask(originFor(scene), webOf(scene), emailEndpoints.sendTestEmail, { body: { accountId: id, template } }, newKey());
  }),
  share: actOn(async (scene, _stay, mailbox) => {
    mailbox.isShared = !mailbox.isShared;
    const body = { displayName: scene.cast.canary.fullName, isShared: mailbox.isShared };
    await ask(originFor(scene), webOf(scene), emailAccountEndpoints.updateEmailAccount, { params: { id: mailbox.id }, body });
  }),
  sign: actOn(async (scene, _stay, { id }) => {
    const body = { signature: `<p>Best,<br>${scene.cast.canary.fullName.toUpperCase()}</p>` };
    await ask(originFor(scene), webOf(scene), emailTemplateEndpoints.saveSignature, { params: { id }, body });
    scene.tally.texts += 1;
  }),
  async writeFromMates(scene, stay) {
    if (!stay.mate) return;
    const mailbox = await connectMailbox(scene, stay, { kind: 'desk', isShared: true, by: stay.mate });
    await writeMail(scene, webOf(scene), mailbox);
  },
  mateWrites: actOn(async (scene, { mate }, mailbox) => {
    if (mate && mailbox.isShared) await writeMail(scene, mate, mailbox);
  }),
  async note(scene, stay) {
    const { fullName, phone, email } = scene.cast.canary;
    const body = { body: `Call ${fullName} at ${scene.random.pick([phone, email])} before noon.` };
    const id = await loadOf(scene, stay);
    await ask(originFor(scene), stay.mate ?? stay.boss, loadEndpoints.addNote, { params: { id }, body }, newKey());
    scene.tally.texts += 1;
  },
  async book(scene) {
    await makeLoad(scene, webOf(scene));
  },
  async saveView(scene) {
    const body = {
      screen: 'LOADS' as const,
      name: `${scene.cast.canary.fullName} ${randomBytes(3).toString('hex')}`,
      query: '',
      isShared: true,
    };
    await ask(originFor(scene), webOf(scene), savedViewEndpoints.createView, { body }, newKey());
    scene.tally.texts += 1;
  },
  async extension(scene) {
    if (scene.sessions.length > 2) return;
    scene.sessions.push(await handOff(originFor(scene), webOf(scene)));
    scene.tally.extensions += 1;
  },
  async listen(scene) {
    // A screen's, or the extension's.
    scene.open.push(await openStream(originFor(scene), scene.random.pick(scene.sessions)));
  },
  async download(scene, stay) {
    if (stay.hasExport) return;
    const id = await plantDocument(scene, stay);
    scene.open.push(await openDownload(originFor(scene), webOf(scene), id));
  },
  async exportLoads(scene, stay) {
    await loadOf(scene, stay);
    const reply = await send(
      originFor(scene),
      dataTransferEndpoints.exportLoads,
      { query: { format: 'csv' } },
      bearer(webOf(scene).token.accessToken),
    );
    if (reply.status !== 200) throw new Error(`an export was refused: ${reply.status} ${reply.body}`);
  },
  async exportCompany(scene, stay) {
    // One export for each stay, and none while a large document is open for download.
    if (stay.hasExport || scene.open.some(({ kind }) => kind === 'download')) return;
    stay.hasExport = true;
    await ask(originFor(scene), stay.boss, dataTransferEndpoints.startCompanyExport, {});
    scene.tally.exports += 1;
  },
};

export async function actAtRandom(scene: Scene, stay: Stay, count: number): Promise<void> {
  const names = Object.keys(acts);
  for (let done = 0; done < count; done++) await acts[scene.random.pick(names)]?.(scene, stay);
}

export async function act(scene: Scene, stay: Stay, name: 'listen' | 'download' | 'note'): Promise<void> {
  await acts[name]?.(scene, stay);
}

async function loadOf(scene: Scene, stay: Stay): Promise<string> {
  stay.loadId ??= await makeLoad(scene, stay.boss);
  return stay.loadId;
}

async function makeLoad(scene: Scene, by: SignedIn): Promise<string> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const stops = [
    { kind: 'PICKUP' as const, city: 'Dallas', state: 'TX' as const, day: day(1), time: '08:00' },
    { kind: 'DELIVERY' as const, city: 'Atlanta', state: 'GA' as const, day: day(3), time: '14:00' },
  ];
  const body = { brokerName: 'Lakeshore Freight', stops, linehaulCents: 250_000, loadedMiles: 781, dispatcherId: by.user.id };
  return (await ask(originFor(scene), by, loadEndpoints.createLoad, { body }, newKey())).id;
}

/** A document that is too large to upload. It links to a sparse file of zeros, which takes no disk space. */
async function plantDocument(scene: Scene, stay: Stay): Promise<string> {
  const { database, filesFolder } = scene.world;
  const id = randomUUID();
  const loadId = await loadOf(scene, stay);
  const folder = join(filesFolder, 'companies', stay.companyId, 'documents');
  const large = join(filesFolder, 'large');
  await mkdir(folder, { recursive: true });
  await writeFile(large, '', { flag: 'a' });
  await truncate(large, documentBytes);
  await symlink(large, join(folder, id));
  await database.admin.query(
    `insert into documents (company_id, id, load_id, kind, file_name, content_type, size_bytes, sha256)
     values ($1, $2, $3, 'POD', $4, 'application/pdf', $5, '\\x00')`,
    [stay.companyId, id, loadId, `POD of ${scene.cast.canary.fullName}.pdf`, documentBytes],
  );
  return id;
}
