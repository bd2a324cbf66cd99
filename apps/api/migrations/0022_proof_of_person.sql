-- Who somebody is, and how lately they proved it.

-- Since when the address is known to be this person's: the provider vouched for it, or they typed the digits we mailed there.
alter table users add column email_proven_at timestamptz;
-- Google gave no account an address that it had not proved. Of the others nobody knows: they are asked at their next visit.
update users set email_proven_at = created_at where id in (select user_id from identities where provider = 'google');

-- When the person last proved to the provider, or by a mailed code, who they are. Null: the provider did not say.
alter table sessions add column authenticated_at timestamptz, add column has_second_factor boolean not null default false;
alter table one_time_codes
  add column authenticated_at timestamptz,
  add column has_second_factor boolean not null default false,
  -- It makes no session: it says of one that exists that its person has just signed in again.
  add column is_confirmation boolean not null default false,
  -- Who shows it a second time has copied it: what it opened ends.
  add column opened_session_id uuid;

-- Global: the one mailed code that a person may type now. The digits are derived and kept nowhere.
create table email_codes (
  user_id uuid primary key references users (id),
  -- The session that asked for it; no other can use it.
  session_id uuid not null,
  nonce bytea not null check (length(nonce) = 16),
  wrong_tries smallint not null default 0 check (wrong_tries between 0 and 5),
  expires_at timestamptz not null
);
grant select, insert, update, delete on email_codes to app;
grant select, delete on email_codes to worker;
