-- Which question the row is about. An answer to an earlier one, which may have gone to a former factor, is dropped.
alter table factor_checks add column question uuid not null default gen_random_uuid();

-- Imported loads that the factor speaks against, and the numbers of the first of them.
alter table data_imports
  add column factor_doubts int not null default 0,
  add column factor_doubt_loads text[] not null default '{}';
