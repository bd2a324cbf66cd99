-- Sums of fees of the time before the last migration. Rows are locked before their fees are read, so that a fee that is written meanwhile is
-- counted once: either here, or by its trigger after this commits.
do $$
declare
  company uuid;
  with_fees uuid[];
begin
  for company in select id from company_directory loop
    perform set_config('app.company_id', company::text, true);
    with_fees := array(
      select l.id from loads l
      where l.company_id = company and l.id in (select load_id from load_fees where company_id = company and type in ('LUMPER', 'DETENTION'))
      order by l.id for no key update);
    update loads l set lumper_cents = f.lumper_cents, detention_asked = f.detention_asked, detention_paid = f.detention_paid
    from (
      select load_id, coalesce(sum(broker_amount_cents) filter (where type = 'LUMPER' and status <> 'DENIED'), 0) as lumper_cents,
        count(*) filter (where type = 'DETENTION' and status in ('PAID', 'DENIED')) as detention_asked,
        count(*) filter (where type = 'DETENTION' and status = 'PAID') as detention_paid
      from load_fees where company_id = company and type in ('LUMPER', 'DETENTION') group by load_id) f
    where l.company_id = company and l.id = any (with_fees) and f.load_id = l.id
      and row (l.lumper_cents, l.detention_asked, l.detention_paid) is distinct from row (f.lumper_cents, f.detention_asked, f.detention_paid);
  end loop;
  perform set_config('app.company_id', '', true);
end $$;
