-- The figures of brokers, from the loads of the last twelve months. It only reads the loads, and nobody waits for it.
do $$
declare
  company uuid;
begin
  for company in select id from company_directory loop
    perform set_config('app.company_id', company::text, true);
    perform recount_broker_figures(company);
  end loop;
  perform set_config('app.company_id', '', true);
end $$;
