import { request } from 'node:http';
import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import { companyEndpoints } from '@headhaul/contracts/company';
import { documentEndpoints } from '@headhaul/contracts/documents';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileKey } from '../../lib/files/files.ts';
import { eventually } from '../../testing/eventually.ts';
import { plantMailbox, plantQueuedMail } from '../../testing/mail/mail.ts';
import { connectByPassword } from '../../testing/mail/mailboxes.ts';
import { makeLoad } from '../../testing/office.ts';
import { addTeammate, handOff, memberIdOf, readLinkToken } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

interface Team {
  owner: TestClient;
  mate: TestClient;
  third: TestClient;
  memberId: string;
}

async function team(): Promise<Team> {
  const owner = await api.signUp();
  const mate = await addTeammate(api, owner);
  const third = await addTeammate(api, owner);
  return { owner, mate, third, memberId: await memberIdOf(owner, mate.user.email) };
}

const inTeam = ({ owner }: Team, client: TestClient) => ({ ...client, user: { ...client.user, companyId: owner.user.companyId } });
const mailboxOf = async (id: string) =>
  (await api.admin.query<{ status: string; user_id: string }>('select status, user_id from email_accounts where id = $1', [id])).rows[0];
const mailOf = async (id: string) =>
  (await api.admin.query<{ state: string; user_id: string }>('select state, user_id from emails where id = $1', [id])).rows[0];
const remove = ({ owner, memberId }: Team, body: { mailboxes?: { id: string; toUserId: string }[]; loadsToUserId?: string | null }) =>
  owner.call(teamEndpoints.removeAndHandOver, { params: { id: memberId }, body });

describe('a member who is removed', () => {
  it('leaves to others what is handed over in words, and nothing else', async () => {
    const here = await team();
    const { mate, third } = here;
    const desk = await plantMailbox(api, mate, { isShared: true });
    const sharedToo = await plantMailbox(api, mate, { isShared: true });
    const own = await plantMailbox(api, mate);
    const [waiting, lost] = [
      await plantQueuedMail(api, inTeam(here, mate), desk.accountId),
      await plantQueuedMail(api, inTeam(here, mate), sharedToo.accountId),
    ];
    await remove(here, { mailboxes: [{ id: desk.accountId, toUserId: third.user.id }] });
    expect(await mailboxOf(desk.accountId)).toEqual({ status: 'CONNECTED', user_id: third.user.id });
    expect(await mailOf(waiting)).toEqual({ state: 'QUEUED', user_id: third.user.id });
    for (const { accountId } of [sharedToo, own]) expect((await mailboxOf(accountId))?.status).toBe('DISCONNECTED');
    expect((await mailOf(lost))?.state).toBe('CANCELLED');
    const { emailAccounts } = await third.call(emailAccountEndpoints.listEmailAccounts, {});
    expect(emailAccounts.map(({ id }) => id)).toEqual([desk.accountId]);
  });

  it.each([
    ['a private mailbox', 403, async ({ mate, third }: Team) => [(await plantMailbox(api, mate)).accountId, third.user.id]],
    [
      'a shared one that is the person’s own address',
      403,
      async ({ mate, third }: Team) => {
        const { accountId } = await plantMailbox(api, mate, { isShared: true });
        await api.admin.query('update email_accounts set address = $2 where id = $1', [accountId, mate.user.email.toLowerCase()]);
        return [accountId, third.user.id];
      },
    ],
    [
      'a mailbox of somebody else',
      404,
      async ({ owner, third }: Team) => [(await plantMailbox(api, owner, { isShared: true })).accountId, third.user.id],
    ],
    [
      'a mailbox to a stranger',
      403,
      async ({ mate }: Team) => [(await plantMailbox(api, mate, { isShared: true })).accountId, (await api.signUp()).user.id],
    ],
    [
      'a mailbox to the person',
      403,
      async ({ mate }: Team) => [(await plantMailbox(api, mate, { isShared: true })).accountId, mate.user.id],
    ],
  ])('can’t hand over %s: %i, and nobody is removed', async (_name, status, given) => {
    const here = await team();
    const [id = '', toUserId = ''] = await given(here);
    await expect(remove(here, { mailboxes: [{ id, toUserId }] })).rejects.toMatchObject({ problem: { status } });
    await here.mate.call(teamEndpoints.listTeamMembers, { query: {} });
    expect((await mailboxOf(id))?.status).toBe('CONNECTED');
  });

  it('leaves no more mailboxes to somebody than the plan has room for', async () => {
    const here = await team();
    const { mate, third } = here;
    await plantMailbox(api, third);
    const [first, second] = [await plantMailbox(api, mate, { isShared: true }), await plantMailbox(api, mate, { isShared: true })];
    const give = (...ids: string[]) => ({ mailboxes: ids.map((id) => ({ id, toUserId: third.user.id })) });
    await expect(remove(here, give(first.accountId, second.accountId))).rejects.toMatchObject({
      problem: { status: 403, detail: expect.stringContaining('has no room for another mailbox') },
    });
    expect((await mailboxOf(first.accountId))?.user_id).toBe(mate.user.id);
    await remove(here, give(first.accountId));
    expect(await mailboxOf(first.accountId)).toEqual({ status: 'CONNECTED', user_id: third.user.id });
  });

  it('is a line in the log that says what became of their mailboxes and loads', async () => {
    const here = await team();
    const { owner, mate, third } = here;
    const desk = await plantMailbox(api, mate, { isShared: true });
    await plantMailbox(api, mate);
    await makeLoad(mate, { dispatcherId: mate.user.id });
    await remove(here, { mailboxes: [{ id: desk.accountId, toUserId: owner.user.id }], loadsToUserId: third.user.id });
    const { lines } = await owner.call(companyEndpoints.listAudit, { query: {} });
    expect(lines.find(({ action }) => action === 'member.removed')?.detail).toEqual({
      ...{ userName: 'Test Person', mailboxesTo: 'Test Person', loadsTo: 'Test Person' },
      ...{ mailboxesDisconnected: 1, mailboxesHandedOver: 1, loadsGiven: 1, driversGiven: 0 },
    });
  });

  it('is a line in the log that names the mailbox handed over, until its address is removed', async () => {
    const here = await team();
    const { owner, mate, third } = here;
    const desk = await plantMailbox(api, mate, { isShared: true });
    await remove(here, { mailboxes: [{ id: desk.accountId, toUserId: third.user.id }] });
    const readLine = async () => {
      const { lines } = await owner.call(companyEndpoints.listAudit, { query: {} });
      return lines.find(({ action }) => action === 'mailbox.handed_over')?.detail;
    };
    expect(await readLine()).toEqual({ userName: 'Test Person', address: desk.address });
    await third.call(profileEndpoints.deleteAccount, { body: { email: third.user.email } });
    expect(await readLine()).toEqual({ userName: 'Former member' });
  });

  it('takes a mailbox along that was not shared, also one on the company’s domain, which is named so', async () => {
    const here = await team();
    const { owner, mate, third } = here;
    const own = await plantMailbox(api, mate);
    const readMailbox = async () => (await owner.call(teamEndpoints.getDeparture, { params: { id: here.memberId } })).mailboxes[0];
    const moveTo = (domain: string) =>
      api.admin.query(
        `with owner as (update users set email = 'boss-' || id || '@' || $2 where id = $3)
         update email_accounts set address = 'desk-' || id || '@' || $2 where id = $1`,
        [own.accountId, domain, owner.user.id],
      );
    expect(await readMailbox()).toMatchObject({ canBeHandedOver: false, isOfCompany: false });
    await moveTo('gmail.com');
    expect(await readMailbox()).toMatchObject({ canBeHandedOver: false, isOfCompany: false });
    await moveTo('bluffline.example');
    expect(await readMailbox()).toMatchObject({ canBeHandedOver: false, isOfCompany: true });
    const given = remove(here, { mailboxes: [{ id: own.accountId, toUserId: third.user.id }] });
    await expect(given).rejects.toMatchObject({ problem: { code: 'not_allowed' } });
    await remove(here, {});
    expect(await mailboxOf(own.accountId)).toEqual({ status: 'DISCONNECTED', user_id: mate.user.id });
  });

  it('can’t come back by the team’s link, also who left by themselves', async () => {
    const here = await team();
    const token = await readLinkToken(here.owner);
    await here.third.call(teamEndpoints.leaveTeam, { body: {} });
    const again = await api.signUp();
    await expect(again.call(teamEndpoints.joinByLink, { query: { inviteToken: token } })).rejects.toMatchObject({
      problem: { status: 404 },
    });
  });
});

describe('invites that somebody wrote', () => {
  it('end with their membership: nobody comes back under another address', async () => {
    const here = await team();
    const { owner, mate } = here;
    await owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['alias@leaver.test', 'hire@leaver.test'] } });
    // The first invite was sent by a former owner.
    await api.admin.query(`update invitations set invited_by = $1 where email = 'alias@leaver.test'`, [mate.user.id]);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, mate.user.email) } });
    const { rows } = await api.admin.query(
      `select email, cancelled_at is not null as "isOver" from invitations where email like '%@leaver.test' order by email`,
    );
    expect(rows).toEqual([
      { email: 'alias@leaver.test', isOver: true },
      { email: 'hire@leaver.test', isOver: false },
    ]);
  });
});

describe('a member who leaves by themselves', () => {
  it('hands a mailbox over, but makes nobody the writer of mails that wait', async () => {
    const here = await team();
    const { mate, third } = here;
    const desk = await plantMailbox(api, mate, { isShared: true });
    const waiting = await plantQueuedMail(api, inTeam(here, mate), desk.accountId);
    await mate.call(teamEndpoints.leaveTeam, { body: { mailboxes: [{ id: desk.accountId, toUserId: third.user.id }] } });
    expect((await mailboxOf(desk.accountId))?.user_id).toBe(third.user.id);
    expect(await mailOf(waiting)).toEqual({ state: 'CANCELLED', user_id: mate.user.id });
  });

  it('hands no key to the team that is still theirs: who takes the mailbox over signs in anew, and what others wrote waits', async () => {
    const here = await team();
    const { owner, mate, third } = here;
    const { id } = await connectByPassword(mate);
    await mate.call(emailAccountEndpoints.updateEmailAccount, { params: { id }, body: { displayName: 'Desk', isShared: true } });
    const waiting = await plantQueuedMail(api, owner, id);
    await mate.call(teamEndpoints.leaveTeam, { body: { mailboxes: [{ id, toUserId: third.user.id }] } });
    expect(await mailboxOf(id)).toEqual({ status: 'RECONNECT_NEEDED', user_id: third.user.id });
    expect((await api.admin.query('select from email_secrets where account_id = $1', [id])).rowCount).toBe(0);
    expect((await mailOf(waiting))?.state).toBe('QUEUED');
    const { emailAccounts } = await third.call(emailAccountEndpoints.listEmailAccounts, {});
    expect(emailAccounts).toMatchObject([{ id, status: 'RECONNECT_NEEDED' }]);
  });

  it('gets no copy of the team’s mail any more', async () => {
    const here = await team();
    const { owner, mate } = here;
    const desk = await plantMailbox(api, owner, { isShared: true });
    const waiting = await plantQueuedMail(api, owner, desk.accountId);
    await api.admin.query('update email_templates set cc_email = $2 where account_id = $1', [
      desk.accountId,
      mate.user.email.toUpperCase(),
    ]);
    await api.admin.query('update emails set cc_address = $2 where id = $1', [waiting, mate.user.email]);
    await mate.call(teamEndpoints.leaveTeam, { body: {} });
    const { rows } = await api.admin.query(
      'select cc_email as cc from email_templates where account_id = $1 union all select cc_address from emails where id = $2',
      [desk.accountId, waiting],
    );
    expect(rows).toEqual([{ cc: null }, { cc: null }]);
  });

  it.each(['leaves', 'is removed', 'deletes the account'])(
    'the copies they asked for end when the person %s; those to teammates stay',
    async (how) => {
      const { owner, mate, third, memberId } = await team();
      const desk = await plantMailbox(api, owner, { isShared: true });
      const { createTemplate, listTemplates, updateTemplate } = emailTemplateEndpoints;
      const params = { id: desk.accountId };
      const copyTo = (name: string, ccEmail: string) => ({ name, subject: 'Truck', htmlBody: '<p>Hi</p>', signature: null, ccEmail });
      const byMate = await mate.call(createTemplate, { params, body: copyTo('A', 'hidden@elsewhere.test') });
      await mate.call(createTemplate, { params, body: copyTo('B', third.user.email) });
      await owner.call(createTemplate, { params, body: copyTo('C', 'books@elsewhere.test') });
      // Saving the template again does not count as asking for the copy.
      await owner.call(updateTemplate, {
        params: { templateId: byMate.id },
        body: { ...copyTo('A', 'hidden@elsewhere.test'), subject: 'Trucks', version: byMate.version },
      });
      const waiting = await plantQueuedMail(api, owner, desk.accountId, { templateId: byMate.id });
      await api.admin.query(`update emails set cc_address = 'hidden@elsewhere.test' where id = $1`, [waiting]);
      const { copies } = await owner.call(teamEndpoints.getDeparture, { params: { id: memberId } });
      expect(copies).toEqual([{ address: 'hidden@elsewhere.test', templates: 1 }]);
      if (how === 'leaves') await mate.call(teamEndpoints.leaveTeam, { body: {} });
      else if (how === 'is removed') await owner.call(teamEndpoints.removeTeamMember, { params: { id: memberId } });
      else await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
      const { templates } = await owner.call(listTemplates, { params });
      const copied = Object.fromEntries(templates.map(({ name, ccEmail }) => [name, ccEmail]));
      expect(copied).toMatchObject({ A: null, B: third.user.email, C: 'books@elsewhere.test' });
      expect((await api.admin.query('select cc_address as cc from emails where id = $1', [waiting])).rows).toEqual([{ cc: null }]);
    },
  );

  it('ends no copies to an address that they only called a mailbox after', async () => {
    const { owner, mate } = await team();
    const desk = await plantMailbox(api, owner, { isShared: true });
    await api.admin.query(`update email_templates set cc_email = 'accounting@office.test' where account_id = $1`, [desk.accountId]);
    await connectByPassword(mate, { address: 'accounting@office.test' });
    await mate.call(teamEndpoints.leaveTeam, { body: {} });
    const { rows } = await api.admin.query('select cc_email as cc from email_templates where account_id = $1', [desk.accountId]);
    expect(rows).toEqual([{ cc: 'accounting@office.test' }]);
  });
});

describe('a request whose body was on its way when its sender was removed', () => {
  it('401, and nothing is written', async () => {
    const here = await team();
    const { owner, mate } = here;
    const load = await makeLoad(owner);
    const body = Buffer.from(`${' '.repeat(20_000)}${JSON.stringify({ body: 'Late', kind: 'DISPATCH' })}`);
    const sent = request(`${api.origin}/api/loads/${load.id}/notes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mate.token.accessToken}`, 'content-type': 'application/json', 'content-length': body.length },
    });
    const answered = new Promise<number>((resolve, reject) =>
      sent.once('response', ({ statusCode }) => resolve(statusCode ?? 0)).once('error', reject),
    );
    sent.write(body.subarray(0, 10_000));
    // The API has accepted the upload by now, because its headers came with the first piece.
    await eventually(async () => expect((await mate.fetch('/api/loads')).status).toBe(200));
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: here.memberId } });
    await eventually(async () => expect((await mate.fetch('/api/loads')).status).toBe(401));
    sent.end(body.subarray(10_000));
    expect(await answered).toBe(401);
  });
});

describe('GET /user/team-members/{id}/departure', () => {
  it('says what a member works with, to the owner and to themselves only', async () => {
    const here = await team();
    const { owner, mate, third, memberId } = here;
    const desk = await plantMailbox(api, mate, { isShared: true });
    const own = await plantMailbox(api, mate);
    await plantQueuedMail(api, inTeam(here, mate), desk.accountId);
    await makeLoad(mate, { dispatcherId: mate.user.id });
    const filter = { rules: [{ kind: 'HIDE_EMAILED' as const }], onUnknown: 'DIM' as const, action: 'DIM' as const };
    await mate.call(boardFilterEndpoints.createBoardFilter, { body: { ...filter, name: 'Mine' } });
    await owner.call(boardFilterEndpoints.createBoardFilter, { body: { ...filter, name: 'Ours', isShared: true } });
    await handOff(api, mate);
    const ask = (client: TestClient) => client.call(teamEndpoints.getDeparture, { params: { id: memberId } });
    const departure = await ask(owner);
    expect(departure).toEqual({
      mailboxes: [
        { id: desk.accountId, provider: 'google', address: desk.address, canBeHandedOver: true, isOfCompany: true, waiting: 1 },
        { id: own.accountId, provider: 'google', address: own.address, canBeHandedOver: false, isOfCompany: false, waiting: 0 },
      ],
      copies: [],
      ...{ activeLoads: 1, drivers: 0, templates: 2, sharedViews: 0, ownFilters: 1, webSessions: 1, extensions: 1 },
    });
    expect(await ask(mate)).toEqual(departure);
    await expect(ask(third)).rejects.toMatchObject({ problem: { status: 404 } });
    await expect(ask(await api.signUp())).rejects.toMatchObject({ problem: { status: 404 } });
  });
});

describe('a file that is being read', () => {
  it('ends in the middle when its reader is removed', async () => {
    const here = await team();
    const { owner, mate } = here;
    const load = await makeLoad(owner);
    const file = new File(['%PDF-1.7\n%%EOF'], 'pod.pdf', { type: 'application/pdf' });
    const { id } = await owner.call(documentEndpoints.uploadLoadDocument, { params: { id: load.id }, body: { kind: 'POD', file } });
    // More bytes than the buffers on the way can hold.
    const bytes = 64 * 1024 * 1024;
    await api.platform.files.put(fileKey(owner.user.companyId, 'documents', id), Buffer.alloc(bytes), { contentType: 'application/pdf' });
    const reader = (await mate.fetch(`/api/documents/${id}/content`)).body?.getReader();
    let read = (await reader?.read())?.value?.length ?? 0;
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: here.memberId } });
    await eventually(async () => expect((await mate.fetch('/api/loads')).status).toBe(401));
    const readOn = async () => {
      for (;;) {
        const piece = await reader?.read();
        if (!piece || piece.done) return;
        read += piece.value.length;
      }
    };
    await expect(readOn()).rejects.toThrow();
    expect(read).toBeLessThan(bytes);
  });
});
