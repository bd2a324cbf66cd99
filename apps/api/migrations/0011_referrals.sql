-- Invite & Win: who invited whom, and what came of it; the notice that a trial ends; what Headhaul's own staff reads of billing.

-- The line of one invited company, kept by the company that invited it. Facts, each with its moment; the status follows from them.
create table referrals (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  invited_by uuid not null references users (id),
  -- Null for who came by a link, and when the account behind it was deleted.
  email text check (email = lower(email) and length(email) <= 320),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  reminded_at timestamptz,
  reminder_sent_at timestamptz,
  joined_at timestamptz,
  joined_company uuid references company_directory (id),
  -- Why it gives nothing, or less.
  exclusion text check (exclusion in ('self', 'same-card', 'same-domain', 'already-a-customer', 'limit', 'no-card')),
  -- Of the newcomer's address, unless it is free mail: one domain gives time once. Keyed as those below.
  domain_hash bytea,
  reward_days int not null default 0 check (reward_days >= 0),
  first_paid_at timestamptz,
  rewarded_at timestamptz,
  reward_cents int not null default 0 check (reward_cents >= 0),
  -- The first payment was given back; a reward that comes later than this is not given.
  taken_back_at timestamptz,
  primary key (company_id, id),
  check ((joined_at is null) = (joined_company is null)),
  check (joined_at is not null or (first_paid_at is null and reward_days = 0)),
  check ((rewarded_at is null) = (reward_cents = 0))
);
create unique index referrals_email on referrals (company_id, email);
create index referrals_newest on referrals (company_id, created_at desc, id);
select protect_tenant_table('referrals');

-- The link of each person who invites; its token is derived, as those of invites are.
create table referral_links (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index referral_links_user on referral_links (company_id, user_id);
select protect_tenant_table('referral_links');

-- Global look-up: which referral brought a company. Its key is what makes one reward per invited company.
create table referred_companies (
  joined_company uuid primary key references company_directory (id),
  invited_by_company uuid not null references company_directory (id),
  referral_id uuid not null,
  joined_at timestamptz not null default now()
);

-- Global: how often an address was written to, whoever did it, and whether it came already. Keyed by a hash made with a key outside
-- the database: nobody can read addresses out of it.
create table referral_addresses (
  address_hash bytea primary key,
  -- The last ones.
  written_at timestamptz[] not null default '{}',
  joined_at timestamptz
);

-- Global: which card paid for which company, by the same kind of hash, and whether its first payment earned a credit. A card earns one.
create table referral_cards (
  card_hash bytea not null,
  paid_for uuid not null references company_directory (id),
  created_at timestamptz not null default now(),
  earned_at timestamptz,
  primary key (card_hash, paid_for)
);
create unique index referral_cards_earner on referral_cards (card_hash) where earned_at is not null;

-- Global: when the first trial of a mailbox ends, by the same kind of hash. It outlives the account: a new one brings no new trial.
create table used_trials (
  address_hash bytea primary key,
  ends_at timestamptz not null
);

-- People are looked for by address when somebody comes by an invite: is this a customer already?
create index users_email on users (lower(email));

alter table companies add column trial_notice_sent_at timestamptz;

grant select, insert, update on referrals to app, worker;
grant delete on referrals, referral_links to worker;
grant select, insert on referral_links, referred_companies to app, worker;
grant select, insert, update on referral_addresses to app, worker;
grant delete on referral_addresses to worker;
grant select, insert, update on referral_cards to app, worker;
grant select, insert on used_trials to app, worker;

-- Where each company stands with its plan, for Headhaul's own staff. It goes from company to company as the caller and reads each
-- under the one policy, so it needs no role or policy that sees past it, and shows nothing unless a person with the role asks.
create function billing_standings(asked_by uuid) returns table (
  of_company uuid, company_name text, subscription_type subscription_type, status subscription_status, paid_until timestamptz,
  unpaid_since timestamptz, users int, seats int, rewards jsonb)
-- One plan for all of them: planning anew would cost more than the read.
language plpgsql set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if not exists (select from users u where u.id = asked_by and u.role = 'ADMIN' and u.deleted_at is null) then
    raise exception 'only staff may read this' using errcode = 'insufficient_privilege';
  end if;
  for of_company in select d.id from company_directory d loop
    execute format('set local app.company_id = %L', of_company);
    return query
      select c.company_id, c.name, c.subscription_type,
        case when c.subscription_type <> 'FREE_TRIAL' and b.status is not null then b.status
          when c.paid_until > now() then 'TRIALING' else 'PAUSED' end::subscription_status,
        c.paid_until, b.unpaid_since, m.users,
        case when c.subscription_type <> 'FREE_TRIAL' then coalesce(b.quantity, m.users) else m.users end, r.rewards
      from companies c left join billing_accounts b on b.company_id = c.company_id,
        lateral (select count(*)::int as users from memberships where company_id = c.company_id and removed_at is null) m,
        lateral (select jsonb_agg(jsonb_build_object('kind', kind, 'days', days, 'cents', cents, 'at', created_at, 'takenBackAt', taken_back_at)) as rewards
          from (select * from billing_rewards where company_id = c.company_id order by created_at desc limit 100) given) r
      where c.company_id = of_company and c.archived_at is null;
  end loop;
  set local app.company_id = '';
end $$;
revoke execute on function billing_standings(uuid) from public;
grant execute on function billing_standings(uuid) to app;
