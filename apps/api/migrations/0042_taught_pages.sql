-- Pages of load boards that somebody has taught and offered to the company, and outlines of pages that we can't read.

-- The content of a row never changes. Another lesson is another row, so an owner agrees to what was shown.
create table taught_pages (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  -- TaughtOrigin in packages/contracts/src/boards/taught-pages.ts.
  origin text not null check (length(origin) <= 120 and origin ~ '^(https://[a-z0-9.-]+|http://localhost)(:\d{1,5})?$'),
  path text not null check (length(path) <= 100 and path ~ '^/[A-Za-z0-9_./-]*$'),
  instead_of int not null check (instead_of between 0 and 999999999),
  -- LearnedConfig in packages/contracts/src/boards/board-config.ts. The database writes a space after each sign, so its text is longer.
  learned jsonb not null check (jsonb_typeof(learned) = 'object' and length(learned::text) <= 24000),
  taught_by uuid not null references users (id),
  offered_at timestamptz not null default now(),
  agreed_by uuid references users (id),
  agreed_at timestamptz,
  -- The limit: 20 that are agreed to, and 20 that wait.
  place smallint not null check (place between 1 and 20),
  primary key (company_id, id),
  check ((agreed_by is null) = (agreed_at is null))
);
create unique index taught_pages_place on taught_pages (company_id, (agreed_at is not null), place);
-- One that the company reads, and one offer of each person.
create unique index taught_pages_agreed on taught_pages (company_id, origin, path) where agreed_at is not null;
create unique index taught_pages_offered on taught_pages (company_id, origin, path, taught_by) where agreed_at is null;
select protect_tenant_table('taught_pages');

grant select, insert, delete on taught_pages to app;
grant update (agreed_by, agreed_at, place) on taught_pages to app;
-- For a company that is deleted, and for a person who is forgotten.
grant select, update, delete on taught_pages to worker;

-- The structure of a page without its content: LayoutReport in packages/contracts/src/boards/layout-reports.ts. Only added to, and says nothing
-- about who sent it.
create table layout_reports (
  company_id uuid not null references companies (company_id),
  at timestamptz not null default now(),
  id uuid not null,
  host text not null check (length(host) <= 100 and host ~ '^[a-z0-9.-]+$'),
  ext_version text not null check (length(ext_version) <= 20),
  cause text not null check (cause in ('UNKNOWN', 'CHANGED', 'TAUGHT')),
  outline text not null check (octet_length(outline) <= 65536),
  primary key (company_id, at, id)
) partition by range (at);
select protect_tenant_table('layout_reports');
select ensure_partitions('layout_reports', 'day', 7, null);

-- Our staff will read them company by company.
grant select, insert on layout_reports to app;
-- For a company that is deleted.
grant select, delete on layout_reports to worker;
