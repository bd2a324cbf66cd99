-- The price of diesel at the pump by region and week, as the Energy Information Administration (EIA) publishes it. Public facts, the same
-- for every company, so there is no company_id.
create table diesel_prices (
  -- DieselRegion in packages/domain/src/profit/diesel-regions.ts.
  region text not null,
  -- The Monday that the price is for.
  week date not null check (extract(isodow from week) = 1),
  -- Tenths of a cent, with taxes.
  tenths_per_gallon int not null check (tenths_per_gallon between 1 and 99999),
  -- When EIA said so last. It may correct a price.
  fetched_at timestamptz not null,
  primary key (region, week)
);

grant select on diesel_prices to app;
grant select, insert, update on diesel_prices to worker;

-- Routes of the maps services between rounded points. They name no company, no load and no person, and they were bought with the
-- installation's key, so all companies share them.
create table map_routes (
  -- The points, rounded to hundredths of a degree: "32.78,-96.80 35.15,-90.05".
  stops text not null check (length(stops) <= 400),
  -- TruckClass in packages/domain/src/roads/truck-class.ts.
  truck_class text not null,
  -- The Monday of the week in which the service was asked.
  week date not null check (extract(isodow from week) = 1),
  source text not null check (source in ('HERE', 'GOOGLE')),
  -- Null if the service knows no way.
  miles int check (miles between 0 and 20000),
  -- Lines to draw, one for each leg, as packages/domain/src/roads/polyline.ts reads them. Null if there is nothing that may be drawn.
  lines text[],
  -- Null if the service can't say what the tolls are.
  tolls_cents int check (tolls_cents >= 0),
  answered_at timestamptz not null,
  primary key (stops, truck_class, week, source)
);
-- For the removal of old weeks.
create index map_routes_week on map_routes (week);

grant select, insert, update on map_routes to app;
grant select, delete on map_routes to worker;
