import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../lib/db/audit.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';
import { readDatabaseText } from '../../testing/database/database-text.ts';
import { plantMailbox, plantQueuedMail } from '../../testing/mail/mail.ts';
import { connectByPassword, plantEmail } from '../../testing/mail/mailboxes.ts';
import { makeLoad } from '../../testing/office.ts';
import { refer } from '../../testing/referrals.ts';
import { addTeammate, invite, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { runWaitingJobs } from '../../testing/waiting-jobs.ts';
import { forgetPerson } from './forget-person.jobs.ts';
import { likelyPieces, personTexts, wordsOf } from './person-texts.ts';

let api: TestApp;
let worker: WorkerPlatform;
beforeAll(async () => {
  api = await startTestApp();
  worker = api.openWorker();
});
afterAll(() => api.close());

const removeTexts = async (told: string, words: string[]) =>
  (await api.admin.query<{ left: string }>('select without_words($1, $2) as left', [told, words])).rows[0]?.left;

describe('a person who deleted the account', () => {
  it('is forgotten where they work, where they once worked, and where they were only invited', async () => {
    const [team, formerTeam, stranger] = [await api.signUp(), await api.signUp(), await api.signUp()];
    const address = 'nocturne@forget.test';
    const person = await addTeammate(api, formerTeam, address);
    await person.call(profileEndpoints.updateProfile, {
      body: { name: 'Ysolde', familyName: "O'Quill-Marsh", phone: '+1 (555) 313-8877', timeZone: null },
    });
    const full = `Ysolde O'Quill-Marsh`;

    const oldLoad = await makeLoad(formerTeam);
    const mailbox = await connectByPassword(person, { address: 'izzy@office.forget.test', displayName: full });
    await person.call(emailAccountEndpoints.updateEmailAccount, {
      params: { id: mailbox.id },
      body: { displayName: full, isShared: true },
    });
    const inFormer = { ...person, user: { ...person.user, companyId: formerTeam.user.companyId } };
    const sent = await plantEmail(api, inFormer, mailbox.id);
    await api.admin.query(`update emails set html = $2, text = $3, subject = $4 where id = $1`, [
      sent,
      `<p>Best,<br>Ysolde  O&#39;Quill-Marsh<br>izzy@office.forget.test</p>`,
      `Best,\n${full.replace(' O', '\n O')}\n+1 (555) 313-8877`,
      `From ${full.toUpperCase()}`,
    ]);
    await formerTeam.call(loadEndpoints.addNote, {
      params: { id: oldLoad.id },
      body: { body: `Call ${full} at nocturne@forget.test, please.` },
    });
    await formerTeam.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(formerTeam, address) } });

    const back = await api.signUp(address);
    await back.call(teamEndpoints.acceptInvitation, { query: { token: await invite(api, team, address) } });
    await invite(api, stranger, address);
    await refer(api, stranger, address);
    await api.platform.db.withTenant(team.user.companyId, async (tx) => {
      tx.audit({ action: 'probe.named', actorId: null, detail: { fileName: `${full}.csv`, rows: 3 } });
    });

    await back.call(profileEndpoints.deleteAccount, { body: { email: address } });
    expect(await runWaitingJobs(api, worker, forgetPerson)).toBe(1);
    const text = (await readDatabaseText(api.admin)).toLowerCase();
    for (const mark of ['nocturne@', 'izzy', 'quill-marsh', 'ysolde', '313-8877', Buffer.from('nocturne@').toString('hex')]) {
      expect(text.split('\n').filter((line) => line.includes(mark))).toEqual([]);
    }
    const { notes } = await formerTeam.call(loadEndpoints.getLoad, { params: { id: oldLoad.id } });
    expect(notes[0]?.body).toBe('Call [removed] at [removed], please.');
    for (const client of [team, formerTeam, stranger]) {
      expect(await api.platform.db.withTenant(client.user.companyId, verifyAudit)).toMatchObject({ brokenAt: null });
    }
    const { rows } = await api.admin.query(
      `select (select count(*) from person_companies where user_id = $1)::int as been, (select count(*) from people_to_forget)::int as waiting`,
      [person.user.id],
    );
    expect(rows).toEqual([{ been: 0, waiting: 0 }]);
  });

  it('loses the texts of a private mailbox; that it wrote to a broker stays', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const mailbox = await connectByPassword(mate);
    const inTeam = { ...mate, user: { ...mate.user, companyId: owner.user.companyId } };
    const id = await plantEmail(api, inTeam, mailbox.id);
    await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
    await runWaitingJobs(api, worker, forgetPerson);
    const { rows } = await api.admin.query('select state, to_address, subject, html, text from emails where id = $1', [id]);
    expect(rows).toEqual([{ state: 'SENT', to_address: 'carla@lakeshore.example', subject: '[removed]', html: '', text: '' }]);
  });
});

describe('what is others’', () => {
  it('stays: mails that teammates wrote by a mailbox that was shared once', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId } = await plantMailbox(api, mate, { isShared: true });
    const id = await plantEmail(api, owner, accountId);
    await mate.call(emailAccountEndpoints.updateEmailAccount, {
      params: { id: accountId },
      body: { displayName: 'Desk', isShared: false },
    });
    const read = () => api.admin.query('select subject, html, text from emails where id = $1', [id]);
    const { rows } = await read();
    await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
    await runWaitingJobs(api, worker, forgetPerson);
    expect((await read()).rows).toEqual(rows);
  });

  it('stays: the invite of somebody who signs in with the same address by another provider', async () => {
    const team = await api.signUp();
    const address = `twice-${crypto.randomUUID()}@forget.test`;
    const [here, there] = [await api.signUp(address), await api.signUp()];
    await api.admin.query('update users set email = $2 where id = $1', [there.user.id, address]);
    await invite(api, team, address);
    await there.call(profileEndpoints.deleteAccount, { body: { email: address } });
    await runWaitingJobs(api, worker, forgetPerson);
    const waiting = () => api.admin.query('select email from invitations where email = $1 and cancelled_at is null', [address]);
    expect((await waiting()).rowCount).toBe(1);
    // With no other account on this address, it is forgotten.
    await here.call(profileEndpoints.deleteAccount, { body: { email: address } });
    await runWaitingJobs(api, worker, forgetPerson);
    expect((await waiting()).rowCount).toBe(0);
  });

  it('goes although somebody else only claims the same address', async () => {
    const team = await api.signUp();
    const address = `claimed-${crypto.randomUUID()}@forget.test`;
    const [owner, claimant] = [await api.signUp(address), await api.signUp()];
    await api.admin.query('update users set email = $2, email_proven_at = null where id = $1', [claimant.user.id, address]);
    await invite(api, team, address);
    await owner.call(profileEndpoints.deleteAccount, { body: { email: address } });
    await runWaitingJobs(api, worker, forgetPerson);
    expect((await api.admin.query('select from invitations where email = $1', [address])).rowCount).toBe(0);
  });

  it('is kept for a repeated request without what names them, and is never half an answer', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    await mate.call(profileEndpoints.updateProfile, {
      body: { name: 'Edda', familyName: 'Vantongeren', phone: '1500000', timeZone: null },
    });
    const load = await makeLoad(owner);
    const note = (body: string) =>
      owner.call(loadEndpoints.addNote, { params: { id: load.id }, body: { body } }, { 'idempotency-key': crypto.randomUUID() });
    await note('Nothing about anybody');
    await note('Ask Edda Vantongeren');
    await note('Worth 1500000 at most');
    await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
    await runWaitingJobs(api, worker, forgetPerson);
    const { rows } = await api.admin.query<{ body: string }>('select body from idempotency_keys where user_id = $1', [owner.user.id]);
    expect(rows.length).toBeGreaterThan(0);
    for (const { body } of rows) expect(() => JSON.parse(body)).not.toThrow();
    expect(rows.some(({ body }) => /vantongeren|1500000/i.test(body))).toBe(false);
  });
});

describe('a company that can’t forget somebody yet', () => {
  it('keeps nobody else from it', async () => {
    const [stuck, other] = [await api.signUp(), await api.signUp()];
    const person = await addTeammate(api, stuck);
    const { email } = person.user;
    await stuck.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(stuck, email) } });
    const back = await api.signUp(email);
    await back.call(teamEndpoints.acceptInvitation, { query: { token: await invite(api, other, email) } });
    const { accountId } = await plantMailbox(api, stuck, { isShared: true });
    const onItsWay = await plantQueuedMail(api, stuck, accountId);
    await api.admin.query('update emails set to_address = $2 where id = $1', [onItsWay, email.toLowerCase()]);
    await api.admin.query(`update mail_queue set holder = gen_random_uuid(), began_at = now() where email_id = $1`, [onItsWay]);
    await back.call(profileEndpoints.deleteAccount, { body: { email } });
    await expect(runWaitingJobs(api, worker, forgetPerson)).rejects.toThrow('companies are left');
    const { rows } = await api.admin.query('select named_in from people_to_forget where user_id = $1', [back.user.id]);
    expect(rows).toEqual([{ named_in: stuck.user.companyId }]);
  });
});

describe('mail that waits when the person it is for is forgotten', () => {
  it('is taken back, or leaves without the copy', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    const { accountId } = await plantMailbox(api, owner, { isShared: true });
    const [to, copied, other] = [
      await plantQueuedMail(api, owner, accountId),
      await plantQueuedMail(api, owner, accountId),
      await plantQueuedMail(api, owner, accountId),
    ];
    const address = mate.user.email.toLowerCase();
    await api.admin.query('update emails set to_address = $2 where id = $1', [to, address]);
    await api.admin.query('update emails set cc_address = $2 where id = $1', [copied, address]);
    await mate.call(profileEndpoints.deleteAccount, { body: { email: mate.user.email } });
    await runWaitingJobs(api, worker, forgetPerson);
    const { rows } = await api.admin.query('select id, state, cc_address as cc from emails where account_id = $1 order by state, id', [
      accountId,
    ]);
    expect(new Set(rows)).toEqual(
      new Set([
        { id: to, state: 'CANCELLED', cc: null },
        { id: copied, state: 'QUEUED', cc: null },
        { id: other, state: 'QUEUED', cc: null },
      ]),
    );
  });
});

describe('who names a mailbox, or themselves, after somebody or something else', () => {
  it('takes nothing out of a company they never were in', async () => {
    const victim = await api.signUp();
    await invite(api, victim, 'bob@vandal.test');
    const load = await makeLoad(victim);
    await victim.call(loadEndpoints.addNote, { params: { id: load.id }, body: { body: 'Ask bob@vandal.test for the Rate Confirmation' } });
    const vandal = await api.signUp();
    const { id } = await connectByPassword(vandal, { address: 'bob@vandal.test' });
    await vandal.call(emailAccountEndpoints.disconnectEmailAccount, { params: { id } });
    await vandal.call(profileEndpoints.updateProfile, { body: { name: 'Rate', familyName: 'Confirmation', phone: '', timeZone: null } });
    await vandal.call(profileEndpoints.deleteAccount, { body: { email: vandal.user.email } });
    await runWaitingJobs(api, worker, forgetPerson);
    const { notes } = await victim.call(loadEndpoints.getLoad, { params: { id: load.id } });
    expect(notes[0]?.body).toBe('Ask bob@vandal.test for the Rate Confirmation');
    const { rows } = await api.admin.query('select email, cancelled_at from invitations where company_id = $1', [victim.user.companyId]);
    expect(rows).toEqual([{ email: 'bob@vandal.test', cancelled_at: null }]);
  });

  it('leaves a phrase that stands in many texts of the team', async () => {
    const owner = await api.signUp();
    const vandal = await addTeammate(api, owner);
    const load = await makeLoad(owner);
    await api.admin.query(
      `insert into load_notes (company_id, id, load_id, kind, body, author_id)
       select $1, gen_random_uuid(), $2, 'DISPATCH', 'At the dock ' || n, $3 from generate_series(1, 250) n`,
      [owner.user.companyId, load.id, owner.user.id],
    );
    await vandal.call(profileEndpoints.updateProfile, { body: { name: 'At', familyName: 'the', phone: '', timeZone: null } });
    await vandal.call(profileEndpoints.deleteAccount, { body: { email: vandal.user.email } });
    await runWaitingJobs(api, worker, forgetPerson);
    const { rows } = await api.admin.query(`select count(*)::int as left from load_notes where load_id = $1 and body like 'At the dock%'`, [
      load.id,
    ]);
    expect(rows).toEqual([{ left: 250 }]);
  });

  it.each([
    ['a number that is an id', { phone: '01a1e732-83f6-7226-9353-0c09da009b8c' }],
    ['the end of an attribute', { name: 'png"', familyName: 'alt' }],
    ['the form of JSON', { name: '},', familyName: '{' }],
    ['a mark-up', { name: '<img', familyName: 'src' }],
    ['single letters', { name: 'a', familyName: 'b' }],
  ])('has no such word: %s', (_name, given) => {
    expect(wordsOf({ name: '', familyName: '', email: 'x@y.test', phone: null, ...given })).toEqual(['x@y.test']);
  });
});

describe('json_without_words', () => {
  it('changes texts, not the form', async () => {
    const told = { a: ['Jay Ortiz', 5553138877, { 'Jay Ortiz': null }], b: 'x', c: [], d: {} };
    const { rows } = await api.admin.query('select json_without_words($1, $2) as left', [
      JSON.stringify(told),
      ['Jay Ortiz', '5553138877'],
    ]);
    expect(rows[0].left).toEqual({ a: ['[removed]', 5553138877, { 'Jay Ortiz': null }], b: 'x', c: [], d: {} });
  });
});

describe('without_words', () => {
  it.each([
    ['Jay Ortiz wrote', '[removed] wrote'],
    ['JAY  ORTIZ, jay\northiz', '[removed], jay\northiz'],
    ['<b>Jay&nbsp;Ortiz</b>-Jay Ortiz', '<b>[removed]</b>-[removed]'],
    ['Jay Ortizon, AJay Ortiz', 'Jay Ortizon, AJay Ortiz'],
    ['mailto:jay@x.test, ajay@x.test, o.jay@x.test, jay@x.testing', 'mailto:[removed], ajay@x.test, o.jay@x.test, jay@x.testing'],
    ['jay@x.test.au jay@x.test-b <jay@x.test>. jay@x.test.', 'jay@x.test.au jay@x.test-b <[removed]>. [removed].'],
    ['.*', '.*'],
  ])('%j is left as %j', async (told, left) => {
    expect(await removeTexts(told, ['Jay Ortiz', 'jay@x.test'])).toBe(left);
  });

  it('reads a word as it is written, not as a pattern', async () => {
    expect(await removeTexts('a (b) [c] {2} x+y?$^|\\ end', ['(b) [c] {2} x+y?$^|\\'])).toBe('a [removed] end');
    expect(await removeTexts('abc', ['.*'])).toBe('abc');
  });
});

describe('the words that name a person', () => {
  const person = { name: 'Jay', familyName: 'Ortiz', email: 'Jay@X.test', phone: '555-0100 22' };

  it('are addresses, the full name and the number', () => {
    expect(wordsOf(person)).toEqual(['jay@x.test', 'Jay Ortiz', '555-0100 22']);
  });

  it('are not a first name or a few digits', () => {
    expect(wordsOf({ ...person, familyName: '', phone: '911' })).toEqual(['jay@x.test']);
  });

  it('are looked for by a piece that every spelling has', () => {
    expect(likelyPieces(["Ann O'Brien-Lee", 'a_b@x.test'])).toEqual(['%Brien-Lee%', '%a\\_b@x.test%']);
  });
});

/** By table, the columns that never name a Headhaul user, or name them as part of the company's own record. */
const kept: Record<string, string> = {
  billing_accounts:
    'card_brand card_fingerprint card_last4 checkout_session_id customer_id first_payment_invoice_id subscription_id subscription_item_id',
  billing_customers: 'customer_id',
  billing_invoices: 'description id invoice_url number status',
  billing_rewards: 'given_id key kind reason returned_id',
  board_filters: 'action on_unknown rule_digests',
  // Counts and names of our own, by installs that nobody is known by. Packs are the same for everybody.
  board_health: 'board cause ext_version fields layout source state',
  board_packs: 'board kid min_ext',
  broker_contacts: 'email ext name phone',
  broker_figure_deltas: 'delivery_city delivery_state pickup_city pickup_state',
  broker_figures: 'due_cents due_loads payments',
  broker_lane_figures: 'delivery_state delivery_word pickup_state pickup_word spellings',
  brokers: 'address dba dot mc name name_key name_word phone',
  companies:
    'address dot driver_pay factor_email factor_name factoring_id factoring_type mc name phone time_zone week_counts_by week_starts_on',
  company_exports: 'state',
  data_imports: 'factor_doubt_loads file_kind mapping state',
  diesel_prices: 'region', // Public facts, the same for every company.
  documents: 'content_type kind',
  drivers:
    'avoided_states cdl_class cdl_number cdl_state datatruck_id dispatch_fee duty_status email employment endorsements equipment family_name family_name_word gear home_city home_state language name name_word own_status pay phone preferred_lanes ready_city ready_state ready_zone samsara_driver_id samsara_vehicle_id type',
  email_accounts: 'pause_reason status',
  email_history: 'state',
  email_secrets: 'field key_id',
  email_templates: 'unknown_variables',
  emails: 'answer board_load broker_key broker_name fingerprint in_reply_to kind lane message_id provider_message_id state thread_ids',
  factor_approvals: 'dot mc name name_key status',
  factor_checks: 'failure mc status',
  factor_keys: 'key_id',
  factor_lists: 'state',
  feedback: 'comment feedback type', // Written by people who are not signed in.
  // What FMCSA publishes about brokers, officers included, is public and the same for every company.
  fmcsa_changes: 'after before dot kind',
  fmcsa_records: 'dot mc record source',
  layout_reports: 'cause ext_version host outline', // Structures of pages, without a word of them.
  limit_uses: 'feature',
  load_day_figures: 'basis',
  load_day_totals: 'basis',
  load_events: 'kind source',
  load_fees: 'type',
  load_month_figures: 'basis',
  load_notes: 'kind',
  load_references: 'kind value value_word',
  load_stops: 'address city contact_name contact_phone facility handling kind reference schedule seal_number state status time_zone zip',
  loads:
    'board board_fingerprint board_snapshot broker_contact_email broker_contact_ext broker_contact_name broker_contact_phone broker_load_number broker_load_number_word commodity delivery_city delivery_city_word delivery_state delivery_zone equipment factoring_status hazmat_class load_number load_number_word load_type miles_source pay_terms pickup_city pickup_city_word pickup_state pickup_zone rc rc_word requirements tags urgency',
  mail_queue: 'holder',
  map_routes: 'lines source stops truck_class', // Ways between rounded points. They name no company and nobody.
  one_time_codes: 'challenge',
  places: 'city county id state time_zone zip',
  referrals: 'exclusion',
  saved_views: 'columns screen',
  schema_migrations: 'checksum name',
  security_events: 'detail kind',
  signature_images: 'image_key',
  stripe_events: 'customer_id id type',
  taught_pages: 'origin path', // Addresses of sites, without names of users.
  trailers: 'equipment number plate vin',
  trucks: 'make model number plate vin',
  worker_heartbeats: 'worker_id',
};

/** Columns that a separate statement empties or deletes. */
const erased: Record<string, string> = {
  audit_log: 'entry',
  email_accounts: 'address smtp',
  idempotency_keys: 'body content_type key',
  identities: 'issuer provider subject',
  invitations: 'email',
  data_imports: 'first_rows',
  email_templates: 'cc_email',
  emails: 'cc_address to_address',
  people_to_forget: 'address own_words words',
  referrals: 'email',
  sessions: 'place user_agent',
  users: 'email family_name name phone time_zone',
};

describe('every text of the database', () => {
  it('is looked through, erased, or known to name nobody', async () => {
    const { rows } = await api.admin.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
         and format_type(a.atttypid, a.atttypmod) ~ '^(text|json|character)'`,
    );
    const listed = [...Object.entries(kept), ...Object.entries(erased)].flatMap(([table, columns]) =>
      columns.split(' ').map((column) => `${table}.${column}`),
    );
    const walked = personTexts.flatMap(({ table, texts = [], json = [] }) => [...texts, ...json].map((column) => `${table}.${column}`));
    expect(new Set([...listed, ...walked])).toEqual(new Set(rows.map(({ name }) => name)));
    expect(listed.length + walked.length).toBe(rows.length);
  });
});
