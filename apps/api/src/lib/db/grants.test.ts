import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

/** Everything that each role may do. A new privilege must be added here too, and only if the code of the process uses it. */
const app: Record<string, string> = {
  address_companies: 'select, insert',
  audit_heads: 'select, insert, update',
  audit_log: 'select, insert',
  billing_accounts: 'select, insert, update',
  billing_customers: 'select, insert, update (customer_id)',
  billing_invoices: 'select, insert, update',
  billing_rewards: 'select, insert, update',
  board_filter_choices: 'select, insert, update',
  board_filter_revisions: 'select, insert, update',
  board_filters: 'select, insert, update, delete',
  board_health: 'insert',
  board_packs: 'select',
  broker_contacts: 'select, insert, update',
  broker_figure_dates: 'select',
  broker_figure_deltas: 'select, insert',
  broker_figures: 'select',
  broker_lane_figures: 'select',
  brokers: 'select, insert, update',
  companies: 'select, insert, update',
  company_directory: 'select, insert',
  company_exports: 'select, insert, delete',
  company_logos: 'select, insert, update, delete',
  data_import_problems: 'select',
  data_imports: 'select, insert, update',
  diesel_prices: 'select',
  documents: 'select, insert, update',
  drivers: 'select, insert, update',
  email_accounts: 'select, insert, update',
  email_codes: 'select, insert, update, delete',
  email_history: 'select, insert',
  email_holds: 'select, insert',
  email_secrets: 'select (account_id, changed_at, company_id, expires_at, field, key_id), insert, update, delete',
  email_templates: 'select, insert, update, delete',
  emails: 'select, insert, update',
  factor_approvals: 'select, insert',
  factor_checks: 'select, insert, update, delete',
  factor_keys: 'select (changed_at, company_id, key_id), insert, update, delete',
  factor_lists: 'select, insert, update, delete',
  feedback: 'insert',
  fmcsa_changes: 'select, insert',
  fmcsa_records: 'select, insert, update',
  idempotency_keys: 'select, insert',
  identities: 'select, insert, update, delete',
  invitations: 'select, insert, update',
  invite_directory: 'select, insert',
  layout_reports: 'select, insert',
  limit_uses: 'select, insert, update, delete',
  live_event_heads: 'select, insert, update',
  live_events: 'select, insert',
  load_counters: 'select, insert, update',
  load_day_figures: 'select',
  load_day_totals: 'select',
  load_events: 'select, insert',
  load_fees: 'select, insert, update, delete',
  load_figure_deltas: 'select, insert',
  load_month_figures: 'select',
  load_notes: 'select, insert, update, delete',
  load_references: 'select, insert, update, delete',
  load_stops: 'select, insert, update, delete',
  loads: 'select, insert, update',
  mail_lanes: 'select, insert, update',
  mail_queue: 'select, insert, delete',
  mail_schedule: 'select, insert, update',
  map_routes: 'select, insert, update',
  memberships: 'select, insert, update',
  one_time_codes: 'select, insert, update',
  people_to_forget: 'insert',
  person_companies: 'select, insert',
  places: 'select',
  referral_addresses: 'select, insert, update',
  referral_cards: 'select, insert, update',
  referral_links: 'select, insert',
  referrals: 'select, insert, update',
  referred_companies: 'select, insert',
  saved_views: 'select, insert, update, delete',
  security_events: 'select, insert',
  sessions: 'select, insert, update',
  signature_images: 'select, insert, delete',
  stripe_events: 'select, insert',
  team_links: 'select, insert, update',
  taught_pages: 'select, insert, update (agreed_at, agreed_by, place), delete',
  trailers: 'select, insert, update',
  trucks: 'select, insert, update',
  used_trials: 'select, insert',
  user_companies: 'select, insert, delete',
  users:
    'select, insert, update (current_company_id, deleted_at, email, email_proven_at, family_name, name, phone, setup_completed_at, time_zone)',
};

const worker: Record<string, string> = {
  address_companies: 'select, delete',
  audit_heads: 'select, insert, update',
  audit_log: 'select, insert',
  billing_accounts: 'select, insert, update',
  billing_customers: 'select, insert, update (customer_id)',
  billing_invoices: 'select, insert, update',
  billing_rewards: 'select, insert, update',
  board_filter_choices: 'select, delete',
  board_filter_revisions: 'select, insert, update, delete',
  board_filters: 'select, update, delete',
  broker_contacts: 'select, insert, update, delete',
  broker_figure_dates: 'select, insert, update, delete',
  broker_figure_deltas: 'select, insert, delete',
  broker_figures: 'select, insert, update, delete',
  broker_lane_figures: 'select, insert, update, delete',
  brokers: 'select, insert, update, delete',
  companies: 'select, update (paid_until, subscription_type, trial_notice_sent_at)',
  company_directory: 'select, update (has_early_pay_to_sum)',
  company_exports: 'select, update, delete',
  company_logos: 'select',
  data_import_problems: 'select, insert, update, delete',
  data_imports: 'select, update, delete',
  diesel_prices: 'select, insert, update',
  documents: 'select, update, delete',
  drivers: 'select, update, delete',
  email_accounts: 'select, update, delete',
  email_codes: 'select, update (failed_at, refused_at, sent_at), delete',
  email_history: 'select, insert, update (note), delete',
  email_holds: 'select, delete',
  email_secrets: 'select, insert, update, delete',
  email_templates: 'select, update, delete',
  emails: 'select, update, delete',
  factor_approvals: 'select',
  factor_checks: 'select, update, delete',
  factor_keys: 'select, update, delete',
  factor_lists: 'select, update, delete',
  feedback: 'select (created_at), delete',
  fmcsa_changes: 'select, insert',
  fmcsa_records: 'select, insert, update',
  idempotency_keys: 'select, update (body), delete',
  invitations: 'select, update (cancelled_at, email, sent_at)',
  layout_reports: 'select, delete',
  limit_uses: 'select, delete',
  live_event_heads: 'select, insert, update',
  live_events: 'select, insert, update (event)',
  load_counters: 'select, insert, update, delete',
  load_day_figures: 'select, insert, update, delete',
  load_day_totals: 'select, insert, update, delete',
  load_events: 'select, insert, update (before, changes, reason), delete',
  load_fees: 'select, insert, update, delete',
  load_figure_deltas: 'select, insert, delete',
  load_month_figures: 'select, insert, update, delete',
  load_notes: 'select, insert, update, delete',
  load_references: 'select, insert, update, delete',
  load_stops: 'select, insert, update, delete',
  loads: 'select, insert, update, delete',
  mail_lanes: 'select, insert, update, delete',
  mail_projects: 'select, update',
  mail_queue: 'select, insert, update, delete',
  mail_schedule: 'select, insert, update, delete',
  map_routes: 'select, delete',
  memberships: 'select',
  one_time_codes: 'select, delete',
  people_to_forget: 'select, delete',
  person_companies: 'select, delete',
  places: 'select',
  referral_addresses: 'select, insert, update, delete',
  referral_cards: 'select, insert, update',
  referral_links: 'select, delete',
  referrals: 'select, update, delete',
  referred_companies: 'select',
  saved_views: 'select, update, delete',
  security_events: 'select, insert, update (ip)',
  sessions: 'select, delete',
  signature_images: 'select, delete',
  stripe_events: 'select, delete',
  taught_pages: 'select, update, delete',
  trailers: 'select, delete',
  trucks: 'select, delete',
  user_companies: 'select',
  users: 'select',
  worker_heartbeats: 'select, insert, update, delete',
};

/** Functions that run as the tables' owner. */
const trustedFunctions = {
  app: ['enqueue_job'],
  worker: ['clear_audit_texts', 'delete_unproven_account', 'enqueue_job', 'ensure_partitions', 'forget_in_audit'],
};

/** The privileges of a role, by table. A privilege on some columns lists those columns. */
async function grantsOf(role: 'app' | 'worker'): Promise<Record<string, string>> {
  const { rows } = await api.admin.query<{ table: string; granted: string }>(
    `with tables as (
       select c.oid, c.relname, c.relowner, c.relacl from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition),
     granted as (
       select t.relname, lower(p.privilege_type) as privilege, '' as columns from tables t, aclexplode(t.relacl) p
       where p.grantee in ($1::regrole, 0)
       union all
       select t.relname, lower(p.privilege_type), ' (' || string_agg(a.attname, ', ' order by a.attname) || ')'
       from tables t join pg_attribute a on a.attrelid = t.oid, aclexplode(a.attacl) p
       where p.grantee in ($1::regrole, 0) group by 1, 2)
     select relname as table, string_agg(privilege || columns, ', ' order by array_position(array['select', 'insert', 'update', 'delete'], privilege)) as granted
     from granted group by 1 order by 1`,
    [role],
  );
  return Object.fromEntries(rows.map(({ table, granted }) => [table, granted]));
}

async function trustedFunctionsOf(role: 'app' | 'worker'): Promise<string[]> {
  const { rows } = await api.admin.query<{ name: string }>(
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege($1, oid, 'execute') order by 1`,
    [role],
  );
  return rows.map(({ name }) => name);
}

describe.each([
  ['app', app],
  ['worker', worker],
] as const)('the role %s', (role, grants) => {
  it('may do what is written here and nothing else', async () => {
    expect(await grantsOf(role)).toEqual(grants);
    expect(await trustedFunctionsOf(role)).toEqual(trustedFunctions[role]);
  });
});

describe('a process that does what another asks', () => {
  it.each([
    ['worker', 'signs nobody in', 'insert into one_time_codes default values'],
    ['worker', 'opens no session', 'insert into sessions default values'],
    ['worker', 'takes no session over', 'update sessions set user_id = user_id'],
    ['worker', 'makes nobody staff', `update users set role = 'ADMIN'`],
    ['worker', 'adds nobody to a team', 'insert into memberships default values'],
    ['worker', 'makes nobody an owner', `update memberships set role = 'owner'`],
    ['worker', 'reads no sign-ins', 'select from identities'],
    ['app', 'makes nobody staff', `update users set role = 'ADMIN'`],
    ['app', 'reads nothing of who is to be forgotten', 'select from people_to_forget'],
    ['app', 'deletes no company', 'delete from companies'],
    ['app', 'publishes no board pack', 'insert into board_packs default values'],
    ['app', 'gives no pack to more installs', 'update board_packs set share_percent = 100'],
    ['app', 'reads nothing of how boards are read', 'select from board_health'],
  ] as const)('%s %s', async (role, _what, statement) => {
    const client = new pg.Client({ connectionString: api.databaseUrl(role) });
    await client.connect();
    try {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });
});
