-- A file of past loads rarely says when an invoice went out or was paid. Such days stay unknown: ones made up would count as a broker's
-- days to pay. Whoever invoices or pays a load here still writes the day.
do $$
declare
  rule record;
begin
  for rule in
    select conname from pg_constraint
    where conrelid = 'loads'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ '(invoiced_at|paid_at) IS NOT NULL'
  loop
    execute format('alter table loads drop constraint %I', rule.conname);
  end loop;
end $$;
alter table loads add constraint loads_paid_amount_check check (status <> 'PAID' or paid_amount_cents is not null);
