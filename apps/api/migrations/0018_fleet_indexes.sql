-- Who drives a truck or pulls a trailer, without a look at every driver.
create index drivers_truck on drivers (company_id, truck_id) where deleted_at is null and truck_id is not null;
create index drivers_trailer on drivers (company_id, trailer_id) where deleted_at is null and trailer_id is not null;
