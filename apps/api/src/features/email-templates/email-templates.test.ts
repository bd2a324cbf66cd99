import { readFile } from 'node:fs/promises';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDatabase } from '../../testing/database/database-traffic.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { addTeammate } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const { getTemplate, saveTemplate, listTemplates, createTemplate, getOneTemplate, updateTemplate, makeDefaultTemplate, deleteTemplate } =
  emailTemplateEndpoints;
const input = { subject: 'Load {{origin}}', htmlBody: '<p>Hi {{broker.contact|there}}</p>', signature: '<p>Nina</p>', ccEmail: '' };
const named = (name: string) => ({ ...input, signature: null, name });

async function mailbox(): Promise<{ client: TestClient; id: string }> {
  const client = await api.signUp();
  const { accountId } = await plantMailbox(api, client);
  await api.admin.query('delete from email_templates where account_id = $1', [accountId]);
  return { client, id: accountId };
}

async function isReady(client: TestClient): Promise<boolean | undefined> {
  const { emailAccounts } = await client.call(emailAccountEndpoints.listEmailAccounts, {});
  return emailAccounts[0]?.hasValidTemplate;
}

describe('the default template', () => {
  it('begins with a good text that is nobody’s until it is saved', async () => {
    const { client, id } = await mailbox();
    const first = await client.call(getTemplate, { params: { id } });
    expect(first).toMatchObject({ accountId: id, version: 0, isValid: true, unknownVariables: [], name: 'Load inquiry' });
    expect(await isReady(client)).toBe(false);
    expect(await client.call(listTemplates, { params: { id } })).toEqual({ templates: [] });
  });

  it('is saved, cleaned and told to open screens', async () => {
    const { client, id } = await mailbox();
    const screen = await openEvents(client);
    const body = {
      ...input,
      subject: 'A\tB',
      htmlBody: '<p onclick="x()">Hi<script>alert(1)</script></p>',
      ccEmail: 'Nina@Office.example',
    };
    const saved = await client.call(saveTemplate, { params: { id }, body });
    expect(saved).toMatchObject({
      version: 1,
      isDefault: true,
      subject: 'A B',
      htmlBody: '<p>Hi</p>',
      signature: '<p>Nina</p>',
      ccEmail: 'nina@office.example',
      isValid: true,
    });
    await screen.untilChanges(2);
    expect(screen.changes().map(({ data }) => data.type)).toEqual(['email-templates.changed', 'email-accounts.changed']);
    screen.close();
    expect(await isReady(client)).toBe(true);
    expect(await client.call(getTemplate, { params: { id } })).toEqual(saved);
    const again = await client.call(saveTemplate, { params: { id }, body: { ...body, signature: null } });
    // The log has one entry for each change of the signature and the copy, because teammates send them too.
    const { rows } = await api.admin.query<{ action: string }>(
      `select entry::jsonb ->> 'action' as action from audit_log where company_id = $1 order by seq desc limit 2`,
      [client.user.companyId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['mailbox.signature_changed', 'mailbox.copy_changed']);
    expect(again).toMatchObject({ id: saved.id, version: 2, signature: '<p>Nina</p>' });
  });

  it('that no mail can fill is kept, named and not ready', async () => {
    const { client, id } = await mailbox();
    const saved = await client.call(saveTemplate, { params: { id }, body: { ...input, htmlBody: '<p>{{orgin}}</p>' } });
    expect(saved).toMatchObject({ isValid: false, unknownVariables: ['orgin'] });
    expect(await isReady(client)).toBe(false);
  });

  it.each([
    ['a wrong cc', { ...input, ccEmail: 'x' }],
    ['two cc addresses', { ...input, ccEmail: 'a@b.example, c@d.example' }],
    ['a line end in the cc', { ...input, ccEmail: 'a@b.example\r\nBcc: c@d.example' }],
    ['too long a subject', { ...input, subject: 'x'.repeat(301) }],
    ['a body that grows too long', { ...input, htmlBody: '&'.repeat(49_000) }],
    ['more tags than anybody writes', { ...input, htmlBody: '<b>a'.repeat(2_001) }],
    ['tags that controls hide', { ...input, htmlBody: '<\u0001b>a'.repeat(2_001) }],
    ['more styles than anybody writes', { ...input, htmlBody: '<b style="color:#fff">a</b>'.repeat(501) }],
    ['more variables than anybody needs', { ...input, htmlBody: '{{commodity}}'.repeat(201) }],
    ['a signature of too many tags', { ...input, signature: '<b>a'.repeat(2_001) }],
  ])('400 for %s', async (_name, body) => {
    const { client, id } = await mailbox();
    await expect(client.call(saveTemplate, { params: { id }, body })).rejects.toMatchObject({ problem: { status: 400 } });
  });
});

describe('what was found when a template was saved', () => {
  it('is read, not found anew, by the template, the list and the mailboxes; a name that mails can fill by now is forgotten', async () => {
    const { client, id } = await mailbox();
    const names = Array.from({ length: 30 }, (_, index) => `{{n${index}}}`).join(' ');
    const saved = await client.call(saveTemplate, { params: { id }, body: { ...input, htmlBody: `<p>${names}</p>` } });
    expect(saved.unknownVariables).toHaveLength(20);
    // As saved by an older version that did not know the variable `origin`. The body itself has other variables.
    await api.admin.query(`update email_templates set unknown_variables = '{origin}', has_text = true where account_id = $1`, [id]);
    expect(await client.call(getTemplate, { params: { id } })).toMatchObject({ unknownVariables: [], isValid: true });
    expect((await client.call(listTemplates, { params: { id } })).templates[0]).toMatchObject({ unknownVariables: [], isValid: true });
    expect(await isReady(client)).toBe(true);
    await api.admin.query(`update email_templates set has_text = false where account_id = $1`, [id]);
    expect(await client.call(getOneTemplate, { params: { templateId: saved.id } })).toMatchObject({ isValid: false });
    expect(await isReady(client)).toBe(false);
  });

  it('is read without the bodies: mailboxes with long templates cost the list as much as mailboxes with short ones', async () => {
    const { client, id } = await mailbox();
    const bytes = async (htmlBody: string) => {
      await client.call(saveTemplate, { params: { id }, body: { ...input, htmlBody } });
      return (await watchDatabase(() => isReady(client))).receivedBytes;
    };
    const [short, long] = [await bytes('<p>a</p>'), await bytes(`<p>${'word '.repeat(9_000)}</p>`)];
    expect(long).toBeLessThan(short * 1.5);
  });

  it('is read while somebody holds the mailbox to change it', async () => {
    const { client, id } = await mailbox();
    const { id: templateId } = await client.call(createTemplate, { params: { id }, body: named('One') });
    const holder = await api.admin.connect();
    await holder.query('begin');
    try {
      await holder.query('select from email_accounts where id = $1 for update', [id]);
      expect((await client.call(getTemplate, { params: { id } })).id).toBe(templateId);
      expect((await client.call(listTemplates, { params: { id } })).templates).toHaveLength(1);
      expect((await client.call(getOneTemplate, { params: { templateId } })).id).toBe(templateId);
      expect(await client.call(emailTemplateEndpoints.getSignature, { params: { id } })).toEqual({ signature: null });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('is found for templates that were saved before it was kept', async () => {
    const { client, id } = await mailbox();
    const bodies = [
      '<p>Hi {{broker.contact|there}}</p>',
      '<p>{{ orgin }} and {{destination}} {{signature}}</p>',
      '<p>a {{ b</p>',
      '<p>&nbsp;\u00a0<br /></p>',
      '',
    ];
    for (const [index, htmlBody] of bodies.entries()) {
      await client.call(createTemplate, { params: { id }, body: { ...named(`T${index}`), htmlBody } });
    }
    const read = async () =>
      (await client.call(listTemplates, { params: { id } })).templates.map(({ isValid, unknownVariables }) => ({
        isValid,
        isUnknown: unknownVariables.length,
      }));
    const judged = await read();
    expect(judged.map(({ isValid }) => isValid)).toEqual([true, false, false, false, false]);
    await api.admin.query(`update email_templates set unknown_variables = '{}', has_text = false where account_id = $1`, [id]);
    const migration = await readFile(new URL('../../../migrations/0016_template_checks.sql', import.meta.url), 'utf8');
    await api.admin.query(
      migration.slice(migration.indexOf('update email_templates'), migration.indexOf('alter table email_templates force')),
    );
    expect(await read()).toEqual(judged);
  });
});

describe('cleaning', () => {
  it('is over before the mailbox is held', async () => {
    const { client, id } = await mailbox();
    const holder = await api.admin.connect();
    await holder.query('begin');
    try {
      await holder.query('select from email_accounts where id = $1 for update', [id]);
      const body = { ...input, htmlBody: '<b>a'.repeat(2_001) };
      // Code that locked the mailbox before cleaning would hang here.
      const refused = { problem: { status: 400 } };
      await expect(client.call(saveTemplate, { params: { id }, body })).rejects.toMatchObject(refused);
      const signature = '<b>a'.repeat(2_001);
      const signed = client.call(emailTemplateEndpoints.saveSignature, { params: { id }, body: { signature } });
      await expect(signed).rejects.toMatchObject(refused);
      const sent = client.call(emailEndpoints.sendTestEmail, { body: { accountId: id, template: body } });
      await expect(sent).rejects.toMatchObject(refused);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});

describe('several templates', () => {
  it('are made, chosen and deleted; the first is the default', async () => {
    const { client, id } = await mailbox();
    const first = await client.call(createTemplate, { params: { id }, body: named('First') });
    const second = await client.call(createTemplate, { params: { id }, body: named('Second') });
    expect([first.isDefault, second.isDefault]).toEqual([true, false]);
    const templateId = second.id;
    await expect(client.call(deleteTemplate, { params: { templateId: first.id } })).rejects.toMatchObject({
      problem: { code: 'move_not_allowed' },
    });
    expect((await client.call(makeDefaultTemplate, { params: { templateId } })).isDefault).toBe(true);
    const { templates } = await client.call(listTemplates, { params: { id } });
    expect(templates.map(({ name }) => name)).toEqual(['Second', 'First']);
    await client.call(deleteTemplate, { params: { templateId: first.id } });
    await client.call(deleteTemplate, { params: { templateId } });
    await expect(client.call(getOneTemplate, { params: { templateId } })).rejects.toMatchObject({ problem: { status: 404 } });
  });

  it('422 where they are too long together, new or changed', async () => {
    const { client, id } = await mailbox();
    const long = { htmlBody: `<p>${'word '.repeat(9_990)}</p>` };
    const make = (name: string, more = {}) => client.call(createTemplate, { params: { id }, body: { ...named(name), ...more } });
    for (let made = 1; made <= 20; made += 1) await make(`T${made}`, long);
    const full = { problem: { code: 'limit_reached', detail: expect.stringContaining('too long together') } };
    await expect(make('T21', long)).rejects.toMatchObject(full);
    const short = await make('short');
    const change = { params: { templateId: short.id }, body: { ...named('short'), ...long, version: short.version } };
    await expect(client.call(updateTemplate, change)).rejects.toMatchObject(full);
    // A template that is as long as before needs no more room.
    expect(await client.call(saveTemplate, { params: { id }, body: { ...input, ...long } })).toMatchObject({ version: 2 });
  });

  it('412 with the other version when somebody was faster', async () => {
    const { client, id } = await mailbox();
    const { id: templateId, version } = await client.call(createTemplate, { params: { id }, body: named('One') });
    const save = (name: string) => client.call(updateTemplate, { params: { templateId }, body: { ...named(name), version } });
    const results = await Promise.allSettled([save('A'), save('B'), save('C')]);
    const won = results.filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ problem: { status: 412, code: 'version_stale', current: won[0]?.value } });
      }
    }
  });

  it('made at once have one default', async () => {
    const { client, id } = await mailbox();
    const made = await Promise.all(['A', 'B', 'C', 'D'].map((name) => client.call(createTemplate, { params: { id }, body: named(name) })));
    expect(made.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });
});

describe('whose templates', () => {
  it('are not seen by teammates until the mailbox is shared, and never by others', async () => {
    const { client, id } = await mailbox();
    const { id: templateId } = await client.call(createTemplate, { params: { id }, body: named('One') });
    const teammate = await addTeammate(api, client);
    const stranger = await api.signUp();
    const read = (who: TestClient) => who.call(getOneTemplate, { params: { templateId } });
    for (const who of [teammate, stranger]) {
      await expect(read(who)).rejects.toMatchObject({ problem: { status: 404 } });
      await expect(who.call(getTemplate, { params: { id } })).rejects.toMatchObject({ problem: { status: 404 } });
      await expect(who.call(deleteTemplate, { params: { templateId } })).rejects.toMatchObject({ problem: { status: 404 } });
    }
    await client.call(emailAccountEndpoints.updateEmailAccount, { params: { id }, body: { displayName: 'Desk', isShared: true } });
    expect((await read(teammate)).name).toBe('One');
    await expect(read(stranger)).rejects.toMatchObject({ problem: { status: 404 } });
  });
});
