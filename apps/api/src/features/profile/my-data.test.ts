import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { personalTables } from './my-data.service.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** Columns that refer to a person and list nothing in the folder of a company, with the place that tells it, or why none does. */
const notListed: Record<string, string> = {
  'board_filters.updated_by': 'the team’s filter, and the log says who changed it',
  'company_exports.created_by': 'the log says who made it',
  'drivers.dispatcher_id': 'the company’s plan',
  'email_codes.user_id': 'a secret of an hour',
  'email_templates.cc_set_by': 'of a shared mailbox; the address stands in the template',
  'factor_lists.created_by': 'the company’s list, and the log says who used it',
  'identities.user_id': 'profile.json',
  'invitations.accepted_by': 'profile.json, as a company one works in',
  'load_fees.created_by': 'load history',
  'loads.created_by': 'load history',
  'loads.dispatcher_id': 'the company’s plan, and load history',
  'memberships.user_id': 'profile.json',
  'one_time_codes.user_id': 'a secret of a minute',
  'people_to_forget.user_id': 'only after the account is deleted',
  'person_companies.user_id': 'profile.json',
  'referral_links.user_id': 'the number of a link that the page shows',
  'sessions.answered_by': 'security events',
  'sessions.ended_by': 'security events',
  'sessions.user_id': 'profile.json',
  'signature_images.uploaded_by': 'as pictures in a folder of their own',
  'taught_pages.agreed_by': 'the owner’s answer, and the log says it',
  'team_links.created_by': 'the company’s link',
  'user_companies.user_id': 'profile.json',
};

describe('the export of one’s own data', () => {
  it('knows every column that refers to a person', async () => {
    const { rows } = await api.admin.query<{ name: string }>(
      `select distinct c.conrelid::regclass || '.' || a.attname as name
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
       where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conparentid = 0 and a.attname <> 'company_id' order by 1`,
    );
    const listed = personalTables('').flatMap(({ table, whose }) => (whose === undefined ? [] : [`${table}.${whose}`]));
    const known = rows.map(({ name }) => name);
    expect(known.filter((name) => !listed.includes(name) && !(name in notListed))).toEqual([]);
    expect(Object.keys(notListed).filter((name) => !known.includes(name) || listed.includes(name))).toEqual([]);
  });

  it('200 with the choice of a filter and the pictures of one’s signature', async () => {
    const client = await api.signUp();
    const blue = { r: 20, g: 90, b: 200 };
    const file = await sharp({ create: { width: 60, height: 20, channels: 3, background: blue } })
      .png()
      .toBuffer();
    const url = await client.call(emailTemplateEndpoints.uploadSignatureImage, { body: { file: new Blob([new Uint8Array(file)]) } });
    await client.call(boardFilterEndpoints.chooseBoardFilter, { body: { filterId: null, isOn: false } });
    const archive = Buffer.from(await (await client.fetch('/api/users/me/export')).arrayBuffer());
    const key = new URL(url).pathname.slice('/i/'.length);
    expect(archive.includes(`signature pictures/${key}`)).toBe(true);
    expect(archive.includes(await servedAt(url))).toBe(true);
    expect(archive.includes('board filter choice.json')).toBe(true);
  });
});

/** The picture as readers of a mail get it. */
async function servedAt(url: string): Promise<Buffer> {
  return Buffer.from(await (await api.fetch(new URL(url).pathname)).arrayBuffer());
}
