-- Written by `pnpm db:citus` from the catalogue; a test keeps it true. When and how to run it: README.md beside it.
alter table one_time_codes drop constraint one_time_codes_parent_session_id_fkey;
alter table sessions drop constraint sessions_parent_id_fkey;
select create_reference_table('company_directory');
select create_reference_table('users');
select create_distributed_table('companies', 'company_id');
select create_distributed_table('audit_heads', 'company_id', colocate_with => 'companies');
select create_distributed_table('audit_log', 'company_id', colocate_with => 'companies');
select create_distributed_table('idempotency_keys', 'company_id', colocate_with => 'companies');
select create_distributed_table('identities', 'subject', colocate_with => 'none');
select create_distributed_table('live_event_heads', 'company_id', colocate_with => 'companies');
select create_distributed_table('live_events', 'company_id', colocate_with => 'companies');
select create_distributed_table('memberships', 'company_id', colocate_with => 'companies');
select create_distributed_table('one_time_codes', 'code_hash', colocate_with => 'none');
select create_distributed_table('sessions', 'id', colocate_with => 'none');
