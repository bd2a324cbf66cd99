-- When a person was last seen in a company, also in a session that is over: the end of a range, not a look at everybody's sessions.
create index sessions_last_seen on sessions (user_id, current_company_id, rotated_at);
