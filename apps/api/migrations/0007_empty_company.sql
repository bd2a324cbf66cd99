-- A company whose last person deleted the account is emptied by the worker. Nobody else deletes these rows: people archive.
grant delete on brokers, broker_contacts, trucks, trailers, drivers, load_counters, loads, load_events to worker;
