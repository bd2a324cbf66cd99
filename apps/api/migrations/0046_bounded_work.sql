-- What one company or person keeps here stays small enough to be read in one piece, and what signed-out people leave isn't kept for ever.

-- For each kind of rule a digest of all rules of that kind, so that filters can be compared without reading their rules.
create function digest_board_rules(rules jsonb) returns jsonb language sql immutable strict as $$
  select coalesce(jsonb_object_agg(kind, digest), '{}')
  from (
    select rule ->> 'kind' as kind, md5(string_agg(rule::text, e'\n' order by rule::text collate "C")) as digest
    from jsonb_array_elements(rules) as rule
    where rule ->> 'kind' is not null
    group by 1
  ) kinds
$$;
alter table board_filters add column rule_digests jsonb not null generated always as (digest_board_rules(rules)) stored;

-- filterLimits in packages/contracts/src/boards/filters.ts. Triggers run in the order of their names, so count_filter_change has already locked
-- the owner's revision until commit: of two changes at once, the second one is measured after the first.
create function limit_board_filter_characters() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  most constant int := case when new.user_id is null then 200000 else 100000 end;
begin
  -- A filter may always become shorter.
  if tg_op = 'UPDATE' and length(new.rules::text) <= length(old.rules::text) then return null; end if;
  if (select sum(length(rules::text)) from board_filters where company_id = new.company_id and user_id is not distinct from new.user_id) > most then
    raise exception 'the filters have more than % characters', most
      using errcode = 'check_violation', table = 'board_filters', constraint = 'board_filters_characters';
  end if;
  return null;
end $$;
create trigger limit_characters after insert or update of rules on board_filters
  for each row execute function limit_board_filter_characters();

-- The worker deletes old feedback without reading it.
grant select (created_at), delete on feedback to worker;
