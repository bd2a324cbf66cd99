import { dayAt } from '@headhaul/domain/time/zoned-time';

/**
 * For a test that computes a day and checks it later. If the work fails and midnight has passed
 * meanwhile, it runs again with the new day.
 */
export async function withinOneDay<T>(zone: string, work: (today: string) => Promise<T>): Promise<T> {
  for (;;) {
    const today = dayAt(Date.now(), zone);
    try {
      return await work(today);
    } catch (error) {
      if (dayAt(Date.now(), zone) === today) throw error;
    }
  }
}
