-- How much a company keeps is summed from its papers at each upload and on its page.
create index documents_storage on documents (company_id, kind, created_at) include (size_bytes) where deleted_at is null;
