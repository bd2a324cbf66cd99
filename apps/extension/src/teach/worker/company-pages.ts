import { type BoardConfig, boardOfHost } from '@headhaul/contracts/boards/board-config';
import { LearnedConfig, TaughtBoardConfig } from '@headhaul/contracts/boards/learned-config';
import { AgreedPage, TaughtOrigin, taughtPageEndpoints } from '@headhaul/contracts/boards/taught-pages';
import type { BoardId } from '@headhaul/domain/boards/board-load';
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
  offered: z.array(z.object({ origin: TaughtOrigin, path: z.string() })).max(100),
});
type Kept = z.infer<typeof Kept>;

interface Person {
  userId: string;
  companyId: string;
}

interface CompanyPage {
  id: string;
  origin: string;
  path: string;
  taughtBy: string | null;
  insteadOf: number;
  config: BoardConfig;
}

export interface CompanyPages {
  /** What the company has about this page, or about another page of the same site. */
  find(place: PagePlace): Promise<FoundPage | null>;
  list(): Promise<CompanyPage[]>;
  /** What became of a page that this user has offered, or somebody else of the company. */
  sharingOf(page: { origin: string; path: string }): Promise<Sharing>;
  offer(page: Pick<TaughtPage, 'origin' | 'path' | 'insteadOf' | 'config'>): Promise<ShareOutcome>;
  /** Asks whether something changed. */
  refresh(): Promise<void>;
  /** Nobody is signed in any more. What the user has allowed stays allowed. */
  forget(): Promise<void>;
}

interface Parts {
  ask: MailApi;
  local: StorageArea;
  readPerson(): Promise<Person | null>;
  /** The version of the pack that reads this board now; 0 for none. */
  packVersionOf(board: BoardId): Promise<number>;
  /** Origins that are never read: our own web app and API. */
  ownOrigins: readonly string[];
  onChanged(): Promise<void>;
  withLock<T>(run: () => Promise<T>): Promise<T>;
}

/** An id is random at its end, so another page has another version. */
const versionOf = (id: string) => firstCompanyVersion + (Number.parseInt(id.slice(-6), 16) % 100_000_000);

/** The pages that the company has agreed to read. What comes over the network says where things stand, and nothing about board, host or version. */
export function createCompanyPages({ ask, local, readPerson, packVersionOf, ownOrigins, onChanged, withLock }: Parts): CompanyPages {
  async function readKept(person: Person): Promise<Kept | null> {
    const kept = Kept.safeParse((await local.get(keptKey))[keptKey]).data;
    return kept?.userId === person.userId && kept.companyId === person.companyId ? kept : null;
  }

  function toPage(raw: unknown): CompanyPage[] {
    const page = AgreedPage.safeParse(raw).data;
    if (page === undefined || ownOrigins.includes(page.origin)) return [];
    const { id, origin, path, taughtBy, offeredAt, insteadOf, learned } = page;
    const { hostname } = new URL(origin);
    const header = { board: boardOfHost(hostname), hostname, pathname: path, version: versionOf(id), at: offeredAt };
    const config = TaughtBoardConfig.safeParse({ ...learned, ...headerOf(header) }).data;
    return config === undefined ? [] : [{ id, origin, path: pathShapeOf(path), taughtBy, insteadOf, config }];
  }

  async function list(): Promise<CompanyPage[]> {
    const person = await readPerson();
    const kept = person === null ? null : await readKept(person);
    return (kept?.pages ?? []).flatMap(toPage);
  }

  /** However high a version an offer names: a pack that is newer than the one used here now replaces the page. */
  async function withLimit(page: AgreedPage, before: readonly AgreedPage[]): Promise<AgreedPage> {
    const known = before.find(({ id }) => id === page.id);
    if (known !== undefined) return { ...page, insteadOf: known.insteadOf };
    return { ...page, insteadOf: Math.min(page.insteadOf, await packVersionOf(boardOfHost(new URL(page.origin).hostname))) };
  }

  /** True if the pages are others now. */
  async function fetchNews(): Promise<boolean> {
    const person = await readPerson();
    if (person === null) return false;
    const kept = await readKept(person);
    const answer = await ask(person.userId, taughtPageEndpoints.listAgreedPages, { query: kept === null ? {} : { known: kept.tag } });
    // Somebody else may have signed in while the API was asked.
    const now = await readPerson();
    if (!answer.ok || now?.userId !== person.userId || now.companyId !== person.companyId) return false;
    const { tag, pages, offered } = answer.value;
    if (pages === null || offered === null) return false;
    const before = (kept?.pages ?? []).flatMap((page) => AgreedPage.safeParse(page).data ?? []);
    const limited = await Promise.all(pages.map((page) => withLimit(page, before)));
    await local.set({ [keptKey]: { ...person, tag, pages: limited, offered } satisfies Kept });
    return JSON.stringify(before) !== JSON.stringify(limited);
  }

  async function refresh(): Promise<void> {
    if (await withLock(fetchNews)) await onChanged();
  }

  return {
    list,
    refresh,
    find: async (place) => findPage(await list(), place),
    async sharingOf({ origin, path }) {
      const person = await readPerson();
      const kept = person === null ? null : await readKept(person);
      if (kept === null) return 'NONE';
      const isIt = (page: { origin: string; path: string }) => page.origin === origin && page.path === path;
      if (kept.offered.some(isIt)) return 'OFFERED';
      return kept.pages.flatMap(toPage).some(isIt) ? 'AGREED' : 'NONE';
    },
    async offer({ origin, path, insteadOf, config }) {
      const person = await readPerson();
      if (person === null) return { outcome: 'UNREACHABLE' };
      const { container, row, key, ignore, layouts, anchors, health } = config;
      const learned = LearnedConfig.parse({ container, row, key, ignore, layouts, anchors, health });
      const body = { origin, path, insteadOf, learned };
      const answer = await ask(person.userId, taughtPageEndpoints.offerTaughtPage, { body }, crypto.randomUUID());
      if (!answer.ok)
        return answer.failure === 'REFUSED'
          ? { outcome: 'REFUSED', detail: answer.problem.detail ?? answer.problem.title }
          : { outcome: 'UNREACHABLE' };
      await refresh();
      return { outcome: 'OFFERED', owner: answer.value.owner };
    },
    async forget() {
      if ((await local.get(keptKey))[keptKey] != null) await local.set({ [keptKey]: null });
    },
  };
}
