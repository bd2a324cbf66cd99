-- Plans and billing: what Stripe says of each company, as of the last look, the rewards it was given and what was used of its
-- plan. What a company may do is still read from `companies` alone: subscription_type and paid_until.

create type subscription_status as enum (
  'ACTIVE', 'TRIALING', 'PAST_DUE', 'CANCELED', 'UNPAID', 'INCOMPLETE', 'INCOMPLETE_EXPIRED', 'PAUSED');

-- One row for each company that began to pay or was given something. Money is in US cents.
create table billing_accounts (
  company_id uuid primary key references companies (company_id),
  -- Grows with each look at Stripe that was written down; a look that began before the last one is not.
  version int not null default 0,
  synced_at timestamptz,
  -- The trial and the days given since: no payment that fails takes them away. The first that succeeds ends the trial.
  free_until timestamptz not null,
  customer_id text,
  -- The checkout that may be paid now; an older one is closed, so that nobody pays twice.
  checkout_session_id text,
  subscription_id text,
  subscription_item_id text,
  subscription_type subscription_type,
  status subscription_status,
  subscribed_at timestamptz,
  period_start timestamptz,
  period_end timestamptz,
  -- Set when it was cancelled for a later moment.
  cancel_at timestamptz,
  ended_at timestamptz,
  -- Since when an invoice waits for its money.
  unpaid_since timestamptz,
  quantity int check (quantity >= 0),
  -- For one user and period.
  price_cents int check (price_cents >= 0),
  -- What Stripe would charge next: seats that came or went since the last invoice and the credit are in it.
  next_invoice_cents int check (next_invoice_cents >= 0),
  credit_cents int not null default 0 check (credit_cents >= 0),
  card_brand text,
  card_last4 text,
  card_exp_month int,
  card_exp_year int,
  card_fingerprint text,
  first_payment_invoice_id text,
  first_payment_at timestamptz,
  first_payment_refunded_at timestamptz,
  check ((subscription_id is null) = (status is null)),
  check ((first_payment_invoice_id is null) = (first_payment_at is null))
);
select protect_tenant_table('billing_accounts');

-- Global look-up: whose customer Stripe speaks of.
create table billing_customers (
  customer_id text primary key check (length(customer_id) <= 255),
  pays_for uuid not null references company_directory (id),
  created_at timestamptz not null default now()
);
create unique index billing_customers_company on billing_customers (pays_for);

-- Global: which of Stripe's messages were taken. They come twice; kept for 90 days, longer than Stripe repeats one.
create table stripe_events (
  id text primary key check (length(id) <= 255),
  type text not null check (length(type) <= 255),
  customer_id text,
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index stripe_events_received on stripe_events (received_at);

create table billing_invoices (
  company_id uuid not null references companies (company_id),
  id text not null,
  number text,
  at timestamptz not null,
  status text not null check (status in ('draft', 'open', 'paid', 'uncollectible', 'void', 'refunded')),
  description text not null,
  total_cents int not null,
  paid_cents int not null,
  credit_cents int not null default 0,
  refunded_cents int not null default 0,
  invoice_url text,
  primary key (company_id, id)
);
create index billing_invoices_newest on billing_invoices (company_id, at desc, id);
select protect_tenant_table('billing_invoices');

-- Time or credit a company was given, once for each key. Credit is settled with Stripe by a job: given, and taken back.
create table billing_rewards (
  company_id uuid not null references companies (company_id),
  key text not null check (length(key) between 1 and 200),
  kind text not null check (kind in ('days', 'credit')),
  days int not null default 0 check (days >= 0),
  cents int not null default 0 check (cents >= 0),
  reason text not null check (length(reason) between 1 and 200),
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  -- Stripe's own ids of the two moves.
  given_id text,
  returned_id text,
  primary key (company_id, key),
  check ((kind = 'days') = (cents = 0))
);
create index billing_rewards_newest on billing_rewards (company_id, created_at desc);
select protect_tenant_table('billing_rewards');

-- How often each person used what is counted by the day. The day is the company's own.
create table limit_uses (
  company_id uuid not null references companies (company_id),
  user_id uuid not null,
  feature text not null,
  day date not null,
  used int not null check (used > 0),
  primary key (company_id, user_id, feature, day)
);
select protect_tenant_table('limit_uses');

grant select, insert, update on billing_accounts, billing_invoices, billing_rewards to app, worker;
grant select, insert, update, delete on limit_uses to app, worker;
grant select, insert on billing_customers, stripe_events to app, worker;
-- A customer that was deleted at Stripe is followed by another.
grant update (customer_id) on billing_customers to app, worker;
grant delete on stripe_events to worker;
