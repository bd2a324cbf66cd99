-- Names that say what a thing is. Nothing but names changes.

alter table mail_turns rename to mail_schedule;
alter index mail_turns_pkey rename to mail_schedule_pkey;
alter index mail_turns_ready rename to mail_schedule_ready;
alter table mail_schedule rename constraint mail_turns_of_company_fkey to mail_schedule_of_company_fkey;

-- A function's body is text: it has to be told of the new name.
do $$
declare one regprocedure;
begin
  for one in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosrc like '%mail\_turns%'
  loop
    execute replace(pg_get_functiondef(one), 'mail_turns', 'mail_schedule');
  end loop;
end $$;

-- Jobs that wait keep their work.
update graphile_worker._private_tasks set identifier = replace(identifier, 'upkeep.', 'maintenance.') where identifier like 'upkeep.%';

-- The column of the list that shows which documents are there. All companies at once, so for this moment the owner sees them all.
alter table saved_views no force row level security;
update saved_views set columns = array_replace(columns, 'papers', 'documents') where 'papers' = any (columns);
alter table saved_views force row level security;
