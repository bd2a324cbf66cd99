-- The letter of a broker depends on its newest contacts. A page of fifty brokers reads only those, however many contacts a broker has.
create index broker_contacts_first_seen on broker_contacts (company_id, broker_id, first_seen_at);
