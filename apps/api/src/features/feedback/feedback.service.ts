import type { Feedback } from '@headhaul/contracts/feedback';
import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '../../lib/platform.ts';

export async function storeFeedback({ db }: Platform, { type, feedback, comment }: Feedback): Promise<void> {
  await db.global.insertInto('feedback').values({ id: uuidv7(), type, feedback, comment }).execute();
}
