import { eventually } from '../eventually.ts';
import type { TestApp } from '../test-app.ts';

/** Waits until this many connections to the test's database wait for a lock. */
export function untilBlocked(api: TestApp, count = 1): Promise<void> {
  return eventually(async () => {
    const { rowCount } = await api.admin.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount !== count) throw new Error(`${rowCount} of ${count} connections wait for a lock`);
  });
}
