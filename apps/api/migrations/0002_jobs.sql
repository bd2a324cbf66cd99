-- Jobs are added in the caller's transaction. The application roles may add a job but not read or change the queue;
-- graphile-worker's own schema is installed before migrations run.
create function enqueue_job(task text, payload json, queue text, run_at timestamptz, max_attempts int, job_key text) returns bigint
language sql security definer
-- pg_temp last, by name: left out it would come first, and a caller's temporary type could run code as the owner.
set search_path = pg_catalog, graphile_worker, pg_temp as $$
  select id from graphile_worker.add_job(
    identifier => task, payload => payload, queue_name => queue, run_at => run_at, max_attempts => max_attempts, job_key => job_key);
$$;
revoke execute on function enqueue_job(text, json, text, timestamptz, int, text) from public;
grant execute on function enqueue_job(text, json, text, timestamptz, int, text) to app, worker;
