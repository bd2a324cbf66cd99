-- The driver's terms, or the company's, when the driver got the load. Pay that follows from them was not typed, also after the terms have
-- changed. Null for loads from before, which are compared with the terms of today.
alter table loads add column pay_terms jsonb;

create function set_pay_terms() returns trigger language plpgsql as $$
begin
  new.pay_terms := (
    select coalesce(d.pay, c.driver_pay) from drivers d join companies c on c.company_id = d.company_id
    where d.company_id = new.company_id and d.id = new.driver_id);
  return new;
end $$;

create trigger set_pay_terms before insert on loads for each row when (new.driver_id is not null) execute function set_pay_terms();
-- Pay that wasn't known before follows from the terms of today.
create trigger set_new_pay_terms before update on loads for each row
  when (new.driver_id is distinct from old.driver_id or old.driver_pay_cents = 0 and new.driver_pay_cents > 0)
  execute function set_pay_terms();
