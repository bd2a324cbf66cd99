-- Loads from before decision 0046 were saved with pay for the deadhead alone while their loaded miles weren't known, or with a share of the
-- fuel surcharge alone while their rate wasn't. Details, lists and analytics took it for the driver's pay, and for a cut that is known. Such
-- pay is saved as 0 now, which is not known, here for loads from before too. It is the same pay that the next change of the load would
-- forget: pay that follows from the terms was not typed. The triggers keep the figures.
--
-- Every load is read once, nobody waits for that: only the loads that are corrected are locked.
do $$
declare
  company uuid;
begin
  for company in select id from company_directory loop
    perform set_config('app.company_id', company::text, true);
    update loads l set driver_pay_cents = 0
    from (
      select p.id, coalesce(p.pay_terms, d.pay, c.driver_pay) as terms
      from loads p
        join companies c on c.company_id = p.company_id
        join drivers d on d.company_id = p.company_id and d.id = p.driver_id
      where p.company_id = company and p.driver_pay_cents > 0
        and (p.loaded_miles = 0 and p.status <> 'TONU' and p.status_before_problem is distinct from 'TONU' or p.linehaul_cents = 0)
    ) paid
    where l.company_id = company and l.id = paid.id and l.driver_pay_cents = case
      when paid.terms ->> 'model' = 'PER_MILE' and l.loaded_miles = 0 and l.status <> 'TONU' and l.status_before_problem is distinct from 'TONU'
        then least((paid.terms ->> 'rate')::bigint * l.deadhead_miles, 1000000000)
      when paid.terms ->> 'model' = 'PERCENTAGE' and l.linehaul_cents = 0
        then least(floor((l.fuel_surcharge_cents * (paid.terms ->> 'rate')::bigint + 5000) / 10000.0), 1000000000)
    end;
  end loop;
  perform set_config('app.company_id', '', true);
end $$;
