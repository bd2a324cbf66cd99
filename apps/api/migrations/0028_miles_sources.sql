-- Miles by our own highways, and as the company entered them on its past loads of the lane.
alter table loads drop constraint loads_miles_source_check;
alter table loads add constraint loads_miles_source_check
  check (miles_source in ('ENTERED', 'OWN_LOADS', 'PROVIDER', 'NETWORK', 'ESTIMATE', 'ELD')) not valid;
