-- The log of a company that nobody is in any more stays, without what people typed: of each detail only ids, numbers and yes or no are
-- left, and the chain is hashed anew. So many entries at a time; gives the last one, null after the end. Runs as its owner because
-- nobody else may change the log, and only for a company that was put away and has no member.
create function clear_audit_texts(emptied uuid, after_seq bigint, how_many int) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  line record;
  told json;
  cleared text;
  chain bytea;
  last_seq bigint;
begin
  if exists (select from memberships where company_id = emptied and removed_at is null)
    or not exists (select from companies where company_id = emptied and archived_at is not null) then
    raise exception 'company % is not empty', emptied;
  end if;
  -- Whoever appends waits here.
  perform from audit_heads where company_id = emptied for update;
  select hash into chain from audit_log where company_id = emptied and seq = after_seq;
  for line in
    select seq, at, entry from audit_log where company_id = emptied and seq > after_seq order by seq limit how_many
  loop
    told := line.entry::json;
    cleared := json_build_object('at', told -> 'at', 'action', told -> 'action', 'actorId', told -> 'actorId', 'detail', (
      select coalesce(json_object_agg(key, value), '{}') from json_each(told -> 'detail')
      where json_typeof(value) <> 'string' or value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'));
    chain := sha256(coalesce(chain, '') || convert_to(cleared, 'UTF8'));
    last_seq := line.seq;
    update audit_log set entry = cleared, hash = chain where company_id = emptied and seq = line.seq and at = line.at;
  end loop;
  update audit_heads set hash = chain where company_id = emptied and seq = last_seq;
  return last_seq;
end $$;
revoke execute on function clear_audit_texts(uuid, bigint, int) from public;
grant execute on function clear_audit_texts(uuid, bigint, int) to worker;
