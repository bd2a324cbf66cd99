-- Signed configurations of load boards, and how well installs of the extension read with them.

-- The exact bytes that were signed, the same for everybody, so there is no company_id. Only the commands of an operator write here.
create table board_packs (
  board text not null check (board ~ '^[a-z0-9]{1,20}$'),
  version int not null check (version > 0),
  -- The version before. Each has at most one successor, and a successor is higher, so versions only grow. Null for the first one.
  previous_version int,
  bytes bytea not null check (length(bytes) between 2 and 65536),
  sha256 bytea not null check (sha256 = sha256(bytes)),
  kid text not null check (kid ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  signature bytea not null check (length(signature) = 64),
  min_ext text not null check (min_ext ~ '^\d{1,4}\.\d{1,4}\.\d{1,4}$'),
  -- The share of installs that take it.
  share_percent int not null check (share_percent between 0 and 100),
  published_at timestamptz not null default now(),
  primary key (board, version),
  unique nulls not distinct (board, previous_version),
  foreign key (board, previous_version) references board_packs (board, version),
  check (version > previous_version)
);

grant select on board_packs to app;

-- A partition of a table without company_id has no policy. It is reached only through its parent, as every partition is.
create or replace function ensure_partitions(parent text, unit text, ahead int, keep int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  made int := 0;
  step interval := ('1 ' || unit)::interval;
  pattern text := case unit when 'day' then 'YYYYMMDD' when 'month' then 'YYYYMM' end;
  is_tenant boolean := exists (
    select from pg_attribute a where a.attrelid = to_regclass(parent) and a.attname = 'company_id' and not a.attisdropped);
  start_at timestamptz;
  child text;
begin
  -- The audit log is never dropped, and nothing that is younger than a step.
  if ahead not between 0 and 12 or keep < 1 or (keep is not null and parent = 'audit_log') then
    raise exception 'cannot keep % of %', keep, parent;
  end if;
  if pattern is null or not exists (select from pg_partitioned_table p where p.partrelid = to_regclass(parent)) then
    raise exception 'cannot partition % by %', parent, unit;
  end if;
  for i in 0..ahead loop
    start_at := date_trunc(unit, now(), 'UTC') + i * step;
    child := parent || '_' || to_char(start_at at time zone 'UTC', pattern);
    if to_regclass(child) is null then
      execute format('create table public.%I partition of public.%I for values from (%L) to (%L)', child, parent, start_at, start_at + step);
      if is_tenant then
        perform protect_tenant_table(child::regclass);
      end if;
      made := made + 1;
    end if;
  end loop;
  if keep is not null then
    for child in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = parent::regclass
        and c.relname < parent || '_' || to_char((date_trunc(unit, now(), 'UTC') - keep * step) at time zone 'UTC', pattern)
    loop
      execute format('drop table %I', child);
    end loop;
  end if;
  return made;
end $$;

-- Counts by page, without loads, people or companies: BoardHealth in packages/contracts/src/boards/health.ts. Only added to.
create table board_health (
  install_id uuid not null,
  at timestamptz not null default now(),
  id uuid not null,
  cause text not null check (cause in ('INTERVAL', 'STATE')),
  ext_version text not null check (length(ext_version) <= 20),
  board text not null check (board ~ '^[a-z0-9]{1,20}$'),
  config_version int not null,
  source text not null check (source in ('REMOTE', 'LAST_GOOD', 'BUNDLED')),
  layout text check (length(layout) <= 40),
  state text not null check (state in ('READING', 'DEGRADED', 'OFF')),
  rows_seen int not null,
  rows_read int not null,
  attach_ms int,
  flush_p95_ms int,
  mutation_storms int not null,
  missing_containers int not null,
  is_regressed boolean not null,
  -- By field: how often it was read, was not there, and was not understood.
  fields jsonb not null check (length(fields::text) <= 4000),
  primary key (install_id, at, id)
) partition by range (at);
-- For the comparison of a board's last half hour with its last days.
create index board_health_board on board_health (board, at);
select ensure_partitions('board_health', 'day', 7, null);

grant insert on board_health to app;
