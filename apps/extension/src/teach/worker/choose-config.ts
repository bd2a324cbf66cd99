import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import type { CompanyPages } from './company-pages.ts';
import type { FailedPacks } from './failed-packs.ts';
import type { FoundPage, PagePlace, TaughtPages } from './taught-pages.ts';

export interface ChooseConfigParts {
  readPack(board: BoardId): Promise<BoardConfig | null>;
  isTurnedOff(board: BoardId): Promise<boolean>;
  /** Whether the build reads this site, whatever is taught there. */
  isOfBuild(origin: string): boolean;
  pages: Pick<TaughtPages, 'find'>;
  company: Pick<CompanyPages, 'find'>;
  failed: Pick<FailedPacks, 'hasFailed'>;
}

/** What this user has taught comes before what the company has, and the page itself before another page of its site. */
function chooseTaught(own: FoundPage | null, company: FoundPage | null): FoundPage | null {
  if (own?.isHere === true) return own;
  return company?.isHere === true ? company : (own ?? company);
}

/**
 * With which configuration a page is read. Null for the page: what reads the board usually. What the user taught stands in for a board's pack
 * until a newer pack comes; a board that was turned off stays off.
 */
export function createChooseConfig({ readPack, isTurnedOff, isOfBuild, pages, company, failed }: ChooseConfigParts) {
  /**
   * On a board of this build the signed pack comes first, and what the company has where the pack has failed: packs are tried on many pages,
   * and nobody sees from paths alone what they find.
   */
  async function findShared(pack: BoardConfig | null, page: PagePlace): Promise<FoundPage | null> {
    const isPackGood = pack !== null && isOfBuild(page.origin) && !(await failed.hasFailed(page, pack.version));
    return isPackGood ? null : company.find(page);
  }

  return async (board: BoardId, page: PagePlace | null): Promise<BoardConfig | null> => {
    const pack = await readPack(board);
    if (page === null) return pack;
    const taught = chooseTaught(await pages.find(page), await findShared(pack, page));
    // A site that is none of the build's boards is read for as long as something is taught there.
    if (taught === null) return isOfBuild(page.origin) ? pack : null;
    if (await isTurnedOff(board)) return pack;
    const { config, insteadOf, isHere } = taught;
    if (pack !== null && (!isHere || (insteadOf !== null && pack.version > insteadOf))) return pack;
    return { ...config, features: pack?.features ?? {} };
  };
}
