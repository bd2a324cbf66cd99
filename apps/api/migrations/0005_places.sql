-- Places: every ZIP and every city of the United States, and Canada's towns, with coordinates and time zone. The rows come
-- from places.tsv beside this file and are replaced whenever that file changes (lib/places-table.ts).
create table places (
  -- A ZIP, or a city as `saintlouis,mo`. By bytes, so that a range of the key is what begins with the typed letters.
  id text collate "C" primary key,
  city text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip text check (zip ~ '^[0-9]{5}$'),
  county text,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  time_zone text not null,
  -- People who live there, roughly: the larger of two cities is offered first. 0 for a ZIP.
  weight int not null
);
-- The first letter of a name finds thousands of cities: then it is cheaper to walk from the largest down.
create index places_by_weight on places (weight desc, id) where zip is null;

grant select on places to app, worker;
