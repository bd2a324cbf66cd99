-- Security events: a stream of their own, kept for 400 days, and what a sign-in is recognized by.

-- Who did what, in which session, from which address. `detail` has ids, counts and words of our own, never what somebody wrote.
create table security_events (
  company_id uuid not null,
  at timestamptz not null default now(),
  id uuid not null,
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  actor_id uuid,
  session_id uuid,
  ip inet,
  detail jsonb not null default '{}' check (length(detail::text) <= 1000),
  primary key (company_id, at, id)
) partition by range (at);
select protect_tenant_table('security_events');
select ensure_partitions('security_events', 'day', 7, null);

-- Nobody changes what was written. The worker takes the address of somebody who is forgotten out of it.
grant select, insert on security_events to app, worker;
grant update (ip) on security_events to worker;

-- Where a session was opened from and where it was used last. `place` is that of the last address, if it is known.
-- The device is the browser, by a cookie of its own that outlives sign-outs.
alter table sessions
  add column ip inet,
  add column last_ip inet,
  add column place text check (length(place) between 1 and 120),
  add column device_hash bytea,
  add column is_new_device boolean not null default false,
  add column is_new_place boolean not null default false,
  -- Somebody said that a new sign-in is all right.
  add column answered_at timestamptz,
  add column answered_by uuid references users (id),
  add check ((answered_at is null) = (answered_by is null));
-- What a sign-in is compared with, ended sessions included.
create index sessions_devices on sessions (user_id, device_hash);
