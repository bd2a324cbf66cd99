-- Mail: the mailboxes dispatchers send from, their templates and signatures, and every mail to a broker.

create type mail_provider as enum ('google', 'microsoft', 'smtp');

-- A mailbox that somebody connected. It belongs to that person; with is_shared every teammate sends from it.
create table email_accounts (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  user_id uuid not null references users (id),
  provider mail_provider not null,
  address text not null check (address = lower(address) and length(address) <= 254),
  display_name text not null check (length(display_name) <= 100),
  is_shared boolean not null default false,
  status text not null check (status in ('CONNECTED', 'RECONNECT_NEEDED', 'DISCONNECTED')),
  connected_at timestamptz not null default now(),
  disconnected_at timestamptz,
  -- What the provider lets it send in any 24 hours.
  daily_cap int not null check (daily_cap > 0),
  -- Host, port, security and user name; the password is a secret of its own.
  smtp jsonb,
  signature_html text check (length(signature_html) <= 40000),
  paused_until timestamptz,
  pause_reason text check (pause_reason in ('DAILY_CAP', 'PROVIDER_ASKED')),
  last_error_at timestamptz,
  last_error text check (length(last_error) <= 500),
  primary key (company_id, id),
  check ((provider = 'smtp') = (smtp is not null)),
  check ((status = 'DISCONNECTED') = (disconnected_at is not null)),
  check ((paused_until is null) = (pause_reason is null)),
  check ((last_error is null) = (last_error_at is null))
);
create unique index email_accounts_address on email_accounts (company_id, address) where status <> 'DISCONNECTED';
create index email_accounts_user on email_accounts (company_id, user_id) where status <> 'DISCONNECTED';
select protect_tenant_table('email_accounts');

-- What opens a mailbox, sealed for the worker: the server that takes it in can't read it again. The key that seals is wrapped by the key
-- named key_id; company, mailbox and field are bound in, so a secret moved to another row does not open.
create table email_secrets (
  company_id uuid not null,
  account_id uuid not null,
  field text not null check (field in ('refresh_token', 'access_token', 'smtp_password')),
  key_id text not null check (length(key_id) between 1 and 100),
  wrapped_key bytea not null,
  sealed bytea not null,
  expires_at timestamptz,
  changed_at timestamptz not null default now(),
  primary key (company_id, account_id, field),
  foreign key (company_id, account_id) references email_accounts (company_id, id) on delete cascade
);
select protect_tenant_table('email_secrets');

create table email_templates (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  account_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  is_default boolean not null default false,
  subject text not null check (length(subject) <= 300),
  -- As it was cleaned.
  html_body text not null check (length(html_body) <= 100000),
  cc_email text check (length(cc_email) <= 254),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Mails that left with it, and those somebody marked as answered.
  sent int not null default 0 check (sent >= 0),
  answered int not null default 0 check (answered >= 0),
  primary key (company_id, id),
  foreign key (company_id, account_id) references email_accounts (company_id, id) on delete cascade
);
create unique index email_templates_default on email_templates (company_id, account_id) where is_default;
create index email_templates_account on email_templates (company_id, account_id);
select protect_tenant_table('email_templates');

-- Global look-up: pictures of signatures, shown to whoever reads the mail. The key is unguessable and is all that is needed.
create table signature_images (
  image_key text primary key check (length(image_key) between 20 and 100),
  belongs_to uuid not null references company_directory (id),
  uploaded_by uuid not null references users (id),
  bytes int not null check (bytes > 0),
  created_at timestamptz not null default now()
);
create index signature_images_company on signature_images (belongs_to, created_at);

-- Every mail, as it was written. created_at is the moment in the id, so a mail is found by its id alone. While it waits or is at the
-- provider the state is QUEUED; the queue knows which of the two.
create table emails (
  company_id uuid not null references companies (company_id),
  created_at timestamptz not null,
  id uuid not null,
  kind text not null check (kind in ('BROKER', 'TEST')),
  state text not null check (state in ('QUEUED', 'SENT', 'FAILED', 'UNKNOWN', 'CANCELLED')),
  account_id uuid not null,
  user_id uuid not null references users (id),
  template_id uuid,
  template_name text,
  to_address text not null check (to_address = lower(to_address) and length(to_address) <= 254),
  to_name text check (length(to_name) <= 100),
  cc_address text check (length(cc_address) <= 254),
  subject text not null check (length(subject) <= 1000),
  html text not null,
  text text not null,
  load_id uuid,
  board_load jsonb,
  broker_id uuid,
  broker_name text,
  -- MC, else domain, else name: whom a second mail would reach again.
  broker_key text,
  -- 128 bits in hex: the same freight, wherever it was seen.
  fingerprint text check (fingerprint ~ '^[0-9a-f]{32}$'),
  lane text,
  offer_cents int check (offer_cents >= 0),
  message_id text not null,
  in_reply_to text,
  leaves_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  attempts int not null default 0,
  reason text check (length(reason) <= 500),
  is_bounce boolean not null default false,
  provider_message_id text,
  answer text check (answer in ('REPLIED', 'DECLINED')),
  answered_at timestamptz,
  resent_as uuid,
  primary key (company_id, created_at, id),
  foreign key (company_id, account_id) references email_accounts (company_id, id),
  check ((state = 'SENT') = (sent_at is not null)),
  check ((state = 'QUEUED') = (finished_at is null)),
  check ((answer is null) = (answered_at is null))
) partition by range (created_at);
select protect_tenant_table('emails');
create index emails_sent on emails (company_id, account_id, sent_at) where sent_at is not null;
create index emails_fingerprint on emails (company_id, fingerprint, created_at desc) where fingerprint is not null;
create index emails_load on emails (company_id, load_id, created_at desc) where load_id is not null;
create index emails_broker on emails (company_id, broker_id, created_at desc) where broker_id is not null;
create index emails_state on emails (company_id, state, created_at desc) where state <> 'SENT';
select ensure_partitions('emails', 'day', 7, null);

create table email_history (
  company_id uuid not null references companies (company_id),
  at timestamptz not null default clock_timestamp(),
  id uuid not null,
  email_id uuid not null,
  state text not null check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN', 'CANCELLED')),
  user_id uuid references users (id),
  note text check (length(note) <= 500),
  primary key (company_id, at, id)
) partition by range (at);
select protect_tenant_table('email_history');
create index email_history_email on email_history (company_id, email_id, at);
select ensure_partitions('email_history', 'day', 7, null);

-- Mails that were not sent because a teammate had written already.
create table email_holds (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  at timestamptz not null default now(),
  account_id uuid not null,
  user_id uuid not null references users (id),
  primary key (company_id, id)
);
create index email_holds_account on email_holds (company_id, account_id, at);
select protect_tenant_table('email_holds');

grant select, insert, update on email_accounts, email_templates to app, worker;
grant delete on email_templates to app, worker;
-- The server writes secrets and never reads them.
grant select (company_id, account_id, field, key_id, expires_at, changed_at) on email_secrets to app;
grant insert, update, delete on email_secrets to app;
grant select, insert, update, delete on email_secrets to worker;
grant select, insert, delete on signature_images to app, worker;
grant select, insert, update on emails to app, worker;
grant select, insert on email_history, email_holds to app, worker;
grant delete on email_accounts, emails, email_history, email_holds to worker;
