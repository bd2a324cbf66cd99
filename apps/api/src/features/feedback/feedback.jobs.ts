import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../../lib/jobs/jobs.ts';

/** Feedback is kept for a year. It may say something about a person, and nobody can ask for it back: nobody is known to have sent it. */
export const sweepFeedback = defineJob({
  name: 'feedback.sweep',
  payload: z.object({}),
  attempts: 5,
  cron: '37 8 * * *',
  async run({ platform }) {
    await platform.db.global.deleteFrom('feedback').where('created_at', '<', sql<Date>`now() - interval '1 year'`).execute();
  },
});
