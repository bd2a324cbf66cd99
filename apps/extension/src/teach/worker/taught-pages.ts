import { type BoardConfig, maxBoardConfigBytes } from '@headhaul/contracts/boards/board-config';
import { TaughtBoardConfig } from '@headhaul/contracts/boards/learned-config';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import { z } from 'zod';
import type { StorageArea } from '../../lib/storage-area.ts';
import { isStorageFull } from '../../packs/pack-store.ts';
import type { SaveOutcome } from '../messages.ts';
import { headerOf, pathShapeOf } from '../to-board-config.ts';

/** Packs count their versions from 1. A version from here on is that of a taught page, so a report says by it what it is about. */
export const firstTaughtVersion = 1_000_000_000;
export const isTaughtVersion = (version: number) => version >= firstTaughtVersion;

const pagesKey = 'taught-pages';
const mostPages = 50;

const TaughtPage = z.object({
  /** Origin and path. */
  id: z.string().max(400),
  origin: z.url({ protocol: /^https?$/ }),
  path: z.string().max(100),
  taughtAt: z.iso.datetime(),
  /** The version of the board's pack when the page was taught; 0 for none. A newer pack replaces what was taught. */
  insteadOf: z.int().min(0),
  config: TaughtBoardConfig,
});
export type TaughtPage = z.infer<typeof TaughtPage>;
/** Pages are read one by one: one that a newer schema refuses doesn't take the others with it. */
const Stored = z.object({ schema: z.literal(1), pages: z.array(z.unknown()).max(mostPages) });

export interface PagePlace {
  origin: string;
  pathname: string;
}

/** A page of which somebody knows where things stand. */
export interface KnownPage {
  origin: string;
  path: string;
  /** The version of the pack that it replaces. Null: whether it may stand in for a pack is decided elsewhere. */
  insteadOf: number | null;
  config: BoardConfig;
}

export interface FoundPage extends Pick<KnownPage, 'config' | 'insteadOf'> {
  /** False: another page of the site was taught. Its configuration waits until the address is that page's. */
  isHere: boolean;
}

export interface TaughtPages {
  /** What was taught about this page, or about another page of the same site. */
  find(place: PagePlace): Promise<FoundPage | null>;
  list(): Promise<TaughtPage[]>;
  origins(): Promise<string[]>;
  /** Checks what the page's script has learned, and keeps it in place of what was known about the page. */
  save(learned: unknown, place: PagePlace, about: { board: BoardId; insteadOf: number }): Promise<SaveOutcome>;
  remove(id: string): Promise<void>;
}

interface Parts {
  local: StorageArea;
  withLock<T>(run: () => Promise<T>): Promise<T>;
  nowMs(): number;
}

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);

/** The page that is meant by an address, among those of its site. */
export function findPage(pages: readonly KnownPage[], { origin, pathname }: PagePlace): FoundPage | null {
  const own = pages.filter((page) => page.origin === origin);
  // The longest path says most about the page. Elsewhere on the site the newest waits for its path.
  const [best] = own
    .filter(({ path }) => isBelow(pathname, path))
    .toSorted((one, other) => other.path.length - one.path.length || other.config.version - one.config.version);
  const found = best ?? own.toSorted((one, other) => other.config.version - one.config.version)[0];
  return found === undefined ? null : { config: found.config, insteadOf: found.insteadOf, isHere: best !== undefined };
}

/** The pages that this user has taught. They stay on this computer. */
export function createTaughtPages({ local, withLock, nowMs }: Parts): TaughtPages {
  async function read(): Promise<TaughtPage[]> {
    const { pages = [] } = Stored.safeParse((await local.get(pagesKey))[pagesKey]).data ?? {};
    return pages.flatMap((page) => TaughtPage.safeParse(page).data ?? []);
  }
  const write = (pages: readonly TaughtPage[]) => local.set({ [pagesKey]: { schema: 1, pages } });

  return {
    find: async (place) => findPage(await read(), place),
    list: read,
    origins: async () => [...new Set((await read()).map(({ origin }) => origin))],
    save(learned, { origin, pathname }, { board, insteadOf }) {
      return withLock(async () => {
        const pages = await read();
        const path = pathShapeOf(pathname);
        const version = Math.max(firstTaughtVersion - 1, ...pages.map(({ config }) => config.version)) + 1;
        const taughtAt = new Date(nowMs()).toISOString();
        const header = { board, hostname: new URL(origin).hostname, pathname, version, at: taughtAt };
        if (typeof learned !== 'object' || learned === null || JSON.stringify(learned).length > maxBoardConfigBytes) return 'REFUSED';
        // The header is ours: nothing that the page's script says can name another board, host or version.
        const config = TaughtBoardConfig.safeParse({ ...learned, ...headerOf(header) }).data;
        if (config === undefined) return 'REFUSED';
        const id = `${origin}${path}`;
        const page: TaughtPage = { id, origin, path, taughtAt, insteadOf, config };
        try {
          await write([page, ...pages.filter((one) => one.id !== id)].slice(0, mostPages));
          return 'SAVED';
        } catch (error) {
          if (isStorageFull(error) || /quota/i.test(String(error))) return 'STORAGE_FULL';
          throw error;
        }
      });
    },
    remove: (id) => withLock(async () => write((await read()).filter((page) => page.id !== id))),
  };
}
