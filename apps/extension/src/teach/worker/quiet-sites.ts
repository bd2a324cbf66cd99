import { z } from 'zod';
import type { StorageArea } from '../../lib/storage-area.ts';

const quietKey = 'teach-quiet-sites';
const mostSites = 200;
const Quiet = z.array(z.string().max(300));

/** Origins where the user doesn't want a lesson to be offered. They stay on this computer. */
export interface QuietSites {
  has(origin: string): Promise<boolean>;
  set(origin: string, isQuiet: boolean): Promise<void>;
}

interface Parts {
  local: StorageArea;
  withLock<T>(run: () => Promise<T>): Promise<T>;
}

export function createQuietSites({ local, withLock }: Parts): QuietSites {
  const read = async () => Quiet.safeParse((await local.get(quietKey))[quietKey]).data ?? [];
  return {
    has: async (origin) => (await read()).includes(origin),
    set: (origin, isQuiet) =>
      withLock(async () => {
        const others = (await read()).filter((one) => one !== origin);
        await local.set({ [quietKey]: isQuiet ? [origin, ...others].slice(0, mostSites) : others });
      }),
  };
}
