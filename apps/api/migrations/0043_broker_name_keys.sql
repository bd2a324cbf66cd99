-- Brokers are found by the key of their name. An index on broker_name_key(name) is of no use under row-level security: the function may
-- tell of a row that the policy hides, so it may run only after the policy, on every broker of the company. A column that is compared by
-- `=` alone may be looked up before.
--
-- This writes the table of brokers anew, and whoever needs a broker waits for it: docs/operations.md.
drop index brokers_name_key;
alter table brokers add column name_key text not null generated always as (broker_name_key(name)) stored;
create index brokers_name_key on brokers (company_id, name_key);
