import { z } from 'zod';
import type { StorageArea } from '../../lib/storage-area.ts';
import { pathShapeOf } from '../to-board-config.ts';
import type { PagePlace } from './taught-pages.ts';

const failedKey = 'failed-packs';
const mostPages = 100;
const Failed = z.array(z.object({ page: z.string(), version: z.int() }));

/** Pages on which the pack of their board couldn't read the loads. Forgotten with the browser's session, so that each pack is tried again. */
export interface FailedPacks {
  note(place: PagePlace, version: number): Promise<void>;
  hasFailed(place: PagePlace, version: number): Promise<boolean>;
}

export function createFailedPacks({
  session,
  withLock,
}: {
  session: StorageArea;
  withLock<T>(run: () => Promise<T>): Promise<T>;
}): FailedPacks {
  const read = async () => Failed.safeParse((await session.get(failedKey))[failedKey]).data ?? [];
  const pageOf = ({ origin, pathname }: PagePlace) => `${origin}${pathShapeOf(pathname)}`;
  return {
    note: (place, version) =>
      withLock(async () => {
        const page = pageOf(place);
        const others = (await read()).filter((one) => one.page !== page);
        await session.set({ [failedKey]: [{ page, version }, ...others].slice(0, mostPages) });
      }),
    async hasFailed(place, version) {
      const page = pageOf(place);
      return (await read()).some((one) => one.page === page && one.version === version);
    },
  };
}
