-- Filters for load boards: the team's and each person's own, what everybody uses, and a number that grows with each change.

create table board_filters (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  -- Whose it is. Null: the team's.
  user_id uuid references users (id),
  -- The order in the list, and the limit: of the team 50, and of each person 50.
  place smallint not null check (place between 1 and 50),
  name text not null check (length(name) between 1 and 60),
  -- BoardRule in packages/contracts/src/boards/filters.ts.
  rules jsonb not null check (
    case when jsonb_typeof(rules) = 'array' then jsonb_array_length(rules) between 1 and 20 else false end and length(rules::text) <= 60000),
  on_unknown text not null check (on_unknown in ('KEEP', 'DIM')),
  action text not null check (action in ('DIM', 'HIGHLIGHT_ONLY')),
  is_for_everyone boolean not null default false,
  is_adjustable boolean not null default true,
  -- The team's filter of which this is one person's copy.
  based_on_id uuid,
  version int not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users (id),
  primary key (company_id, id),
  foreign key (company_id, based_on_id) references board_filters (company_id, id) on delete set null (based_on_id),
  check (user_id is null or not is_for_everyone),
  check (user_id is not null or based_on_id is null)
);
create unique index board_filters_place on board_filters (company_id, user_id, place) nulls not distinct;
create unique index board_filters_name on board_filters (company_id, user_id, lower(name)) nulls not distinct;
create index board_filters_based_on on board_filters (company_id, based_on_id) where based_on_id is not null;
select protect_tenant_table('board_filters');

-- What a person uses, and what their extension last fetched. A person without a row uses none.
create table board_filter_choices (
  company_id uuid not null references companies (company_id),
  user_id uuid not null references users (id),
  filter_id uuid,
  is_on boolean not null default true,
  seen_revision bigint,
  seen_at timestamptz,
  primary key (company_id, user_id),
  foreign key (company_id, filter_id) references board_filters (company_id, id) on delete set null (filter_id),
  check ((seen_revision is null) = (seen_at is null))
);
create index board_filter_choices_filter on board_filter_choices (company_id, filter_id) where filter_id is not null;
select protect_tenant_table('board_filter_choices');

-- How often something changed: in the team's filters, where of_user is the company's id, and in each person's own filters and choice. What
-- an extension has to know changes exactly when the sum of both does.
create table board_filter_revisions (
  company_id uuid not null references companies (company_id),
  of_user uuid not null,
  revision bigint not null check (revision > 0),
  primary key (company_id, of_user)
);
select protect_tenant_table('board_filter_revisions');

-- Whoever writes: an extension that has seen a revision must never meet a lower one.
create function keep_board_filter_revision() returns trigger language plpgsql as $$
begin
  if row (new.company_id, new.of_user) is distinct from row (old.company_id, old.of_user) or new.revision <= old.revision then
    raise exception 'a revision of board filters only grows';
  end if;
  return new;
end $$;
create trigger keep_revision before update on board_filter_revisions for each row execute function keep_board_filter_revision();

create function count_board_filter_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  insert into board_filter_revisions as r (company_id, of_user, revision)
    values (changed.company_id, coalesce(changed.user_id, changed.company_id), 1)
    on conflict (company_id, of_user) do update set revision = r.revision + 1;
  return null;
end $$;

create trigger count_filter_change after insert or update or delete on board_filters for each row execute function count_board_filter_change();
create trigger count_first_choice after insert on board_filter_choices for each row
  when (new.filter_id is not null or not new.is_on) execute function count_board_filter_change();
create trigger count_changed_choice after update on board_filter_choices for each row
  when (row (old.filter_id, old.is_on) is distinct from row (new.filter_id, new.is_on)) execute function count_board_filter_change();

grant select, insert, update, delete on board_filters to app;
grant select, insert, update on board_filter_choices, board_filter_revisions to app;
-- For a company that is deleted, and for a person who is forgotten.
grant select, update, delete on board_filters to worker;
grant select, delete on board_filter_choices to worker;
grant select, insert, update, delete on board_filter_revisions to worker;
