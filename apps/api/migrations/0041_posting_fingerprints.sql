-- Whether a load on a board was saved already is asked by its fingerprint. Few loads have one, so the index is small.
create index loads_board_fingerprint on loads (company_id, board_fingerprint, created_at)
  where board_fingerprint is not null and deleted_at is null;
