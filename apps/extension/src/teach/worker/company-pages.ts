import { type BoardConfig, boardOfHost } from '@headhaul/contracts/boards/board-config';
import { LearnedConfig, TaughtBoardConfig } from '@headhaul/contracts/boards/learned-config';
import { AgreedPage, taughtPageEndpoints } from '@headhaul/contracts/boards/taught-pages';
import { z } from 'zod';
import type { StorageArea } from '../../lib/storage-area.ts';
import type { MailApi } from '../../mail/mail-api.ts';
import type { ShareOutcome, Sharing } from '../messages.ts';
import { headerOf, pathShapeOf } from '../to-board-config.ts';
import { type FoundPage, findPage, type PagePlace, type TaughtPage } from './taught-pages.ts';

/** Versions of pages that the company has agreed to. They count as taught, and no page that was taught here has one of them. */
const firstCompanyVersion = 2_000_000_000;

const keptKey = 'company-pages';
/** The last good copy: pages are read by it while Headhaul doesn't answer. */
const Kept = z.object({
  userId: z.string(),
  companyId: z.string(),
  tag: z.string(),
  /** Read one by one: one that a newer schema refuses doesn't take the others with it. */
  pages: z.array(z.unknown()).max(100),
  offered: z.array(z.object({ origin: z.string(), path: z.string() })).max(100),
});
type Kept = z.infer<typeof Kept>;

/** Ids of pages that the user doesn't want here. They say nothing about anybody, so they stay when the user signs out. */
const stoppedKey = 'company-pages-stopped';
const mostStopped = 200;
const Stopped = z.array(z.string());

interface Person {
  userId: string;
  companyId: string;
}

interface CompanyPage {
  id: string;
  origin: string;
  path: string;
  taughtBy: string | null;
  insteadOf: null;
  config: BoardConfig;
  /** The user doesn't want it in this browser. */
  isStopped: boolean;
}

export interface CompanyPages {
  /** With what the company reads this page here, or another page of the same site. */
  find(place: PagePlace): Promise<FoundPage | null>;
  /** What the company has about this page, also if the user has stopped it here. */
  findOffer(place: PagePlace): Promise<CompanyPage | null>;
  list(): Promise<CompanyPage[]>;
  /** False: nobody is signed in, or Headhaul hasn't answered yet. */
  isKnown(): Promise<boolean>;
  /** Ends the use of a page in this browser, or begins it again. */
  setStopped(id: string, isStopped: boolean): Promise<void>;
  /** What became of a page that this user has offered, or somebody else of the company. */
  sharingOf(page: { origin: string; path: string }): Promise<Sharing>;
  offer(page: Pick<TaughtPage, 'origin' | 'path' | 'config'>): Promise<ShareOutcome>;
  /** Asks whether something changed. */
  refresh(): Promise<void>;
  /** Nobody is signed in any more. What the user has allowed and stopped stays so. */
  forget(): Promise<void>;
}

interface Parts {
  ask: MailApi;
  local: StorageArea;
  readPerson(): Promise<Person | null>;
  /** Origins that are never read: our own web app and API. */
  ownOrigins: readonly string[];
  onChanged(): Promise<void>;
  /** One question after the other. */
  withLock<T>(run: () => Promise<T>): Promise<T>;
  /** One change of what is kept after the other. Nobody waits for Headhaul in it. */
  withKeptLock<T>(run: () => Promise<T>): Promise<T>;
}

/** An id is random at its end, so another page has another version. */
const versionOf = (id: string) => firstCompanyVersion + (Number.parseInt(id.slice(-6), 16) % 100_000_000);

/** The pages that the company has agreed to read. What comes over the network says where things stand, and nothing about board, host or version. */
export function createCompanyPages({ ask, local, readPerson, ownOrigins, onChanged, withLock, withKeptLock }: Parts): CompanyPages {
  async function readKept(person: Person): Promise<Kept | null> {
    const kept = Kept.safeParse((await local.get(keptKey))[keptKey]).data;
    return kept?.userId === person.userId && kept.companyId === person.companyId ? kept : null;
  }
  const readStopped = async () => Stopped.safeParse((await local.get(stoppedKey))[stoppedKey]).data ?? [];
  async function readCopy(): Promise<Kept | null> {
    const person = await readPerson();
    return person === null ? null : readKept(person);
  }

  function toPage(raw: unknown, stopped: readonly string[]): CompanyPage[] {
    const page = AgreedPage.safeParse(raw).data;
    if (page === undefined || ownOrigins.includes(page.origin)) return [];
    const { id, origin, path, taughtBy, offeredAt, learned } = page;
    const { hostname } = new URL(origin);
    const header = { board: boardOfHost(hostname), hostname, pathname: path, version: versionOf(id), at: offeredAt };
    const config = TaughtBoardConfig.safeParse({ ...learned, ...headerOf(header) }).data;
    if (config === undefined) return [];
    return [{ id, origin, path: pathShapeOf(path), taughtBy, insteadOf: null, config, isStopped: stopped.includes(id) }];
  }

  async function list(): Promise<CompanyPage[]> {
    const [kept, stopped] = [await readCopy(), await readStopped()];
    return (kept?.pages ?? []).flatMap((page) => toPage(page, stopped));
  }

  /** True if the pages are others now, or the first that we know of. */
  async function fetchNews(): Promise<boolean> {
    const person = await readPerson();
    if (person === null) return false;
    const kept = await readKept(person);
    const answer = await ask(person.userId, taughtPageEndpoints.listAgreedPages, { query: kept === null ? {} : { known: kept.tag } });
    if (!answer.ok) return false;
    const { tag, pages, offered } = answer.value;
    if (pages === null || offered === null) return false;
    return withKeptLock(async () => {
      // Somebody else may have signed in while the API was asked.
      const now = await readPerson();
      if (now?.userId !== person.userId || now.companyId !== person.companyId) return false;
      await local.set({ [keptKey]: { ...person, tag, pages, offered } satisfies Kept });
      return true;
    });
  }

  async function refresh(): Promise<void> {
    if (await withLock(fetchNews)) await onChanged();
  }

  return {
    list,
    refresh,
    find: async (place) =>
      findPage(
        (await list()).filter(({ isStopped }) => !isStopped),
        place,
      ),
    async findOffer(place) {
      const pages = await list();
      const found = findPage(pages, place);
      return found?.isHere === true ? (pages.find(({ config }) => config.version === found.config.version) ?? null) : null;
    },
    isKnown: async () => (await readCopy()) !== null,
    setStopped: (id, isStopped) =>
      withKeptLock(async () => {
        const others = (await readStopped()).filter((one) => one !== id);
        await local.set({ [stoppedKey]: (isStopped ? [id, ...others] : others).slice(0, mostStopped) });
      }),
    async sharingOf({ origin, path }) {
      const kept = await readCopy();
      if (kept === null) return 'NONE';
      const isIt = (page: { origin: string; path: string }) => page.origin === origin && page.path === path;
      if (kept.offered.some(isIt)) return 'OFFERED';
      return (await list()).some(isIt) ? 'AGREED' : 'NONE';
    },
    async offer({ origin, path, config }) {
      const person = await readPerson();
      if (person === null) return { outcome: 'UNREACHABLE' };
      const { container, row, key, ignore, layouts, anchors, health } = config;
      const learned = LearnedConfig.parse({ container, row, key, ignore, layouts, anchors, health });
      const body = { origin, path, learned };
      const answer = await ask(person.userId, taughtPageEndpoints.offerTaughtPage, { body }, crypto.randomUUID());
      if (!answer.ok)
        return answer.failure === 'REFUSED'
          ? { outcome: 'REFUSED', detail: answer.problem.detail ?? answer.problem.title }
          : { outcome: 'UNREACHABLE' };
      await refresh();
      return { outcome: 'OFFERED', owner: answer.value.owner };
    },
    forget: () =>
      withKeptLock(async () => {
        if ((await local.get(keptKey))[keptKey] != null) await local.set({ [keptKey]: null });
      }),
  };
}
