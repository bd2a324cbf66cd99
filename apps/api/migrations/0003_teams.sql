-- Teams: invites, the team link, seats, company details, profile fields and feedback.
alter type revoke_reason add value 'removed';
alter type revoke_reason add value 'ended';

alter table companies
  add column address text check (length(address) <= 300),
  add column phone text check (length(phone) <= 40),
  add column week_starts_on text not null default 'MONDAY' check (week_starts_on in ('MONDAY', 'SUNDAY', 'SATURDAY')),
  add column week_counts_by text not null default 'DELIVERY' check (week_counts_by in ('PICKUP', 'DELIVERY')),
  add column seats int not null default 10 check (seats between 1 and 10000),
  -- Set when its only member moved on to another team and left nothing behind.
  add column archived_at timestamptz;

-- Apart from the company row, so that reading a company doesn't read its picture.
create table company_logos (
  company_id uuid primary key references companies (company_id),
  png bytea not null check (length(png) <= 65536)
);
select protect_tenant_table('company_logos');

alter table users
  add column phone text check (length(phone) <= 40),
  add column time_zone text,
  add column deleted_at timestamptz;

-- Global look-up: the companies a person belongs to; memberships themselves are seen only inside each company.
create table user_companies (
  user_id uuid not null references users (id),
  member_of uuid not null references company_directory (id),
  primary key (user_id, member_of)
);

-- Global look-up: which company an invite or a team link belongs to. The tokens are derived from a key outside the
-- database, so neither this table nor those below hold anything that could be used.
create table invite_directory (
  id uuid primary key,
  invites_to uuid not null references company_directory (id)
);

create table invitations (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  email text not null check (email = lower(email) and length(email) <= 320),
  invited_by uuid not null references users (id),
  -- Grows when the invite is sent again: earlier links stop working.
  version int not null default 1,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  sent_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users (id),
  cancelled_at timestamptz,
  primary key (company_id, id),
  check ((accepted_at is null) = (accepted_by is null))
);
create unique index invitations_waiting on invitations (company_id, email) where accepted_at is null and cancelled_at is null;
select protect_tenant_table('invitations');

create table team_links (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  created_by uuid not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (company_id, id)
);
create unique index team_links_current on team_links (company_id) where revoked_at is null;
select protect_tenant_table('team_links');

-- Global: people leave feedback after they removed the extension, signed out.
create table feedback (
  id uuid primary key,
  type text not null check (type in ('DELETION', 'DOWNLOAD')),
  feedback text not null check (length(feedback) <= 100),
  comment text not null default '' check (length(comment) <= 2000),
  created_at timestamptz not null default now()
);

grant select, insert, update on invitations, team_links to app, worker;
grant select, insert, update, delete on company_logos, user_companies to app, worker;
grant select, insert on invite_directory to app, worker;
grant insert on feedback to app;
grant delete on identities to app;
