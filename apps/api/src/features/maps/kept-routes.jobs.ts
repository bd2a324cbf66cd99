import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';
import { oldestWeekUsed } from './map-question.ts';

/** Removes routes that nobody uses anymore, because their week is too long ago. */
export const dropOldRoutes = defineJob({
  name: 'maps.drop-old-routes',
  payload: z.object({}),
  attempts: 3,
  cron: '51 8 * * *',
  async run({ platform, log }) {
    const { numDeletedRows } = await platform.db.global
      .deleteFrom('map_routes')
      .where('week', '<', sql<Date>`${oldestWeekUsed()}::date`)
      .executeTakeFirst();
    log.info({ removed: Number(numDeletedRows) }, 'old routes of the maps services are removed');
  },
});
