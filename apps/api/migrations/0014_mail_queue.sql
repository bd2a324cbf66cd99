-- What waits to leave. Global, because one worker serves all companies: it holds ids and times, never a word of a mail. The company is
-- named `of_company`: these rows are the queue's, not the tenant's.

-- Our own earlier mails of the same conversation, oldest first: what a mail answers to.
alter table emails add column thread_ids text[] not null default '{}';

create table mail_queue (
  email_id uuid primary key,
  email_created_at timestamptz not null,
  of_company uuid not null references company_directory (id),
  account_id uuid not null,
  provider mail_provider not null,
  due_at timestamptz not null,
  attempt int not null default 0,
  -- Set in the commit before the provider is called: from then on nobody but the holder knows whether the mail left.
  began_at timestamptz,
  holder text,
  check ((began_at is null) = (holder is null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index mail_queue_waiting on mail_queue (account_id, due_at) where began_at is null;
create index mail_queue_begun on mail_queue (holder, began_at) where began_at is not null;
create index mail_queue_company on mail_queue (of_company);

-- One per mailbox that ever sent. A lane is ready when its pace, or a pause, is over and its first mail is due.
create table mail_lanes (
  account_id uuid primary key,
  of_company uuid not null references company_directory (id),
  provider mail_provider not null,
  -- Not before: the pace, what the provider asked for, or `infinity` until the mailbox is connected again.
  next_at timestamptz not null default '-infinity',
  -- Of the first mail that waits; `infinity` when none does. It may be too early, never too late.
  due_at timestamptz not null,
  ready_at timestamptz not null generated always as (greatest(next_at, due_at)) stored,
  -- How many mails may leave before the last 24 hours are counted anew. They only grow fewer meanwhile, so it is never too high.
  room int not null default 0
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index mail_lanes_company on mail_lanes (of_company, provider, ready_at);

-- Whose turn it is at a provider: the company that was served longest ago comes first.
create table mail_turns (
  of_company uuid not null references company_directory (id),
  provider mail_provider not null,
  served_at timestamptz not null default '-infinity',
  -- Of the company's first lane there; `infinity` when none will be. It may be too early, never too late.
  ready_at timestamptz not null,
  primary key (of_company, provider)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index mail_turns_ready on mail_turns (provider, ready_at);

-- What a provider lets all of us send together: a bucket that fills with time. Its rows are also the one lock that orders those who lease.
create table mail_projects (
  provider mail_provider primary key,
  tokens double precision not null default 0,
  filled_at timestamptz not null default now()
);
insert into mail_projects (provider) values ('google'), ('microsoft'), ('smtp');

-- A lane has a mail that is due then, and its company with it. First the lane, then the company: who leases takes them in that order.
create function wake_lane(lane uuid, due timestamptz) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  update mail_lanes set due_at = least(due_at, due) where account_id = lane;
  insert into mail_turns as t (of_company, provider, ready_at) select l.of_company, l.provider, l.ready_at from mail_lanes l where l.account_id = lane
  on conflict (of_company, provider) do update set ready_at = least(t.ready_at, excluded.ready_at);
$$;

-- A mail waits in its mailbox's lane. In the caller's transaction, with the mail itself.
create function enqueue_mail(mail uuid, created timestamptz, company uuid, account uuid, sent_by mail_provider, due timestamptz) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into mail_queue (email_id, email_created_at, of_company, account_id, provider, due_at)
  values (mail, created, company, account, sent_by, due);
  insert into mail_lanes as l (account_id, of_company, provider, due_at) values (account, company, sent_by, due)
  on conflict (account_id) do update set due_at = least(l.due_at, excluded.due_at), provider = excluded.provider;
  insert into mail_turns as t (of_company, provider, ready_at) values (company, sent_by, due)
  on conflict (of_company, provider) do update set ready_at = least(t.ready_at, excluded.ready_at) where t.ready_at > excluded.ready_at;
$$;

-- Takes up to `wanted` mails for `taker`, one from each lane that is ready, and marks them as begun. Rates and paces are mails a minute, of
-- all mailboxes together and of one, for google, microsoft and smtp; a rate of null is without end. A bucket holds half a second's worth.
-- Lanes and companies that the taker has enough of on their way are left out, and no more than `smtp_room` go to servers of people's own.
create function lease_mails(taker text, wanted int, rates double precision[], paces double precision[],
  busy_lanes uuid[], busy_companies uuid[], smtp_room int) returns table (
  email_id uuid, email_created_at timestamptz, of_company uuid, account_id uuid, provider mail_provider, attempt int, must_count boolean)
language plpgsql set search_path = pg_catalog, public, pg_temp
-- Every step is bounded by an index and a limit: one plan serves all, and planning would take longer than the work.
set plan_cache_mode = force_generic_plan as $$
declare
  providers constant mail_provider[] := array['google', 'microsoft', 'smtp'];
  moment timestamptz;
  free double precision[];
  companies uuid[];
  kinds mail_provider[];
  chosen uuid[];
begin
  -- Nothing to do costs one look at an index.
  if not exists (select from unnest(providers) k cross join lateral (select from mail_turns t where t.provider = k and t.ready_at <= now() limit 1) t) then
    return;
  end if;
  perform from mail_projects p order by p.provider for update;
  moment := clock_timestamp();
  select array_agg(case when g.rate is null then wanted
      else floor(least(greatest(g.rate / 120, 1), p.tokens + extract(epoch from moment - p.filled_at) * g.rate / 60)) end order by g.place) into free
  from unnest(providers, rates) with ordinality as g (provider, rate, place) join mail_projects p on p.provider = g.provider;
  free[3] := least(free[3], smtp_room);
  -- At each provider that has room, of the companies those that are ready longest, so that one past the edge of this set comes into it in time.
  -- They and their lanes are locked by statements of their own: the next one then sees every mail that was put there before. Nothing is waited
  -- for: who writes a mail locks its lane and then its company.
  select array_agg(t.of_company), array_agg(t.provider) into companies, kinds from (
    select t.of_company, t.provider from mail_turns t where (t.of_company, t.provider) in (
      select r.of_company, r.provider from unnest(providers, free) as g (provider, room) cross join lateral (
        select r.of_company, r.provider from mail_turns r
        where g.room >= 1 and r.provider = g.provider and r.ready_at <= moment and r.of_company <> all(busy_companies)
        order by r.ready_at limit 200) r)
    order by t.served_at limit wanted for update skip locked) t;
  if companies is null then return; end if;
  -- Each company's first lane comes before anybody's second.
  chosen := array(select l.account_id from mail_lanes l where l.account_id in (
    select c.account_id from (
      select r.account_id, t.provider, r.turn, t.place, row_number() over (partition by t.provider order by r.turn, t.place) as token
      from unnest(companies, kinds) with ordinality as t (of_company, provider, place) cross join lateral (
        select n.account_id, row_number() over (order by n.ready_at) as turn from (
          select n.* from mail_lanes n
          where n.of_company = t.of_company and n.provider = t.provider and n.ready_at <= moment and n.account_id <> all(busy_lanes)
          order by n.ready_at limit greatest(wanted / cardinality(companies), 1)) n) r) c
    where c.token <= free[array_position(providers, c.provider)]
    order by c.turn, c.place limit wanted)
  for update skip locked);
  return query
  with taken as (
    update mail_queue q set began_at = moment, holder = taker, attempt = q.attempt + 1
    from unnest(chosen) as c (account_id) cross join lateral (
      select w.email_id from mail_queue w where w.account_id = c.account_id and w.began_at is null and w.due_at <= moment
      order by w.due_at limit 1 for update skip locked) first
    where q.email_id = first.email_id
    returning q.email_id, q.email_created_at, q.of_company, q.account_id, q.provider, q.attempt),
  lanes as (
    update mail_lanes l set
      next_at = case when t.email_id is null then l.next_at
        else moment + make_interval(secs => 60 / paces[array_position(providers, l.provider)]) end,
      room = case when t.email_id is null then l.room else l.room - 1 end,
      due_at = coalesce((select min(w.due_at) from mail_queue w where w.account_id = l.account_id and w.began_at is null
        and w.email_id is distinct from t.email_id), 'infinity')
    from unnest(chosen) as c (account_id) left join taken t on t.account_id = c.account_id
    where l.account_id = c.account_id
    returning l.account_id, l.room),
  spent as (
    update mail_projects p set filled_at = moment, tokens = least(greatest(g.rate / 120, 1),
      p.tokens + extract(epoch from moment - p.filled_at) * g.rate / 60) - coalesce(t.mails, 0)
    from unnest(providers, rates) as g (provider, rate) left join (select t.provider, count(*) as mails from taken t group by 1) t on t.provider = g.provider
    where g.provider = p.provider and g.rate is not null and t.mails > 0)
  select t.email_id, t.email_created_at, t.of_company, t.account_id, t.provider, t.attempt, l.room < 0 from taken t join lanes l on l.account_id = t.account_id;
  -- After the lanes: a company is ready when its first lane is. For which no token was left, or whose lanes keep their pace, keeps its place in
  -- the order. Whose lanes are all on their way comes again in a moment, and last: else it would stand in the way of those that can be served.
  update mail_turns t set
    served_at = case when s.is_served or s.is_held then moment else t.served_at end,
    ready_at = greatest(coalesce(s.first, 'infinity'), case when s.is_held then moment + interval '0.2 s' else '-infinity' end)
  from unnest(companies, kinds) as c (of_company, provider) cross join lateral (
    select min(n.ready_at) as first, coalesce(bool_or(n.account_id = any(chosen)), false) as is_served,
      coalesce(bool_and(n.account_id = any(busy_lanes)) filter (where n.ready_at <= moment), false) as is_held
    from mail_lanes n where n.of_company = c.of_company and n.provider = c.provider) s
  where t.of_company = c.of_company and t.provider = c.provider;
end $$;

revoke execute on function wake_lane(uuid, timestamptz) from public;
revoke execute on function enqueue_mail(uuid, timestamptz, uuid, uuid, mail_provider, timestamptz) from public;
revoke execute on function lease_mails(text, int, double precision[], double precision[], uuid[], uuid[], int) from public;
grant execute on function wake_lane(uuid, timestamptz) to app, worker;
grant execute on function enqueue_mail(uuid, timestamptz, uuid, uuid, mail_provider, timestamptz) to app, worker;
grant execute on function lease_mails(text, int, double precision[], double precision[], uuid[], uuid[], int) to worker;
grant select, insert, delete on mail_queue to app;
grant select, insert, update on mail_lanes to app;
grant select, insert, update on mail_turns to app;
grant select, insert, update, delete on mail_queue, mail_lanes, mail_turns to worker;
grant select, update on mail_projects to worker;
