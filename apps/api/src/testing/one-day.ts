import { dayAt } from '@headhaul/domain/time/zoned-time';

/** For what names a day and looks at it later: over midnight it is done again, in the new day. */
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
