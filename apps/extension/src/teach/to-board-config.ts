import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import type { TaughtConfig } from '@headhaul/domain/boards/teach/teach-page';

/** Pages below the same address that differ only by a number or an id are the same page. */
const isId = (segment: string) => segment.length >= 40 || /\d{3}/.test(segment) || (segment.length >= 16 && /^[0-9a-f-]+$/i.test(segment));
const plainSegment = /^[\w.-]+$/;
const longestPath = 100;

/** "/loads/search/results/" and "/loads/4711" as what they have in common with their likes. */
export function pathShapeOf(pathname: string): string {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const end = segments.findIndex((segment) => isId(segment) || !plainSegment.test(segment));
  const path = `/${(end < 0 ? segments : segments.slice(0, end)).join('/')}`;
  return path.length > longestPath ? '/' : path;
}

/** Taught pages don't expire: they are checked against every row, and the user can remove them. */
const forever = '2099-01-01T00:00:00Z';

export interface TaughtHeader {
  board: BoardId;
  hostname: string;
  pathname: string;
  version: number;
  /** An ISO time. */
  at: string;
}

/** What a configuration says besides where things stand. */
export function headerOf({ board, hostname, pathname, version, at }: TaughtHeader): Omit<BoardConfig, keyof TaughtConfig> {
  return {
    schema: 1,
    board,
    version,
    stage: 'VERIFIED',
    minExt: '0.1.0',
    issuedAt: at,
    expiresAt: forever,
    enabled: true,
    features: {},
    hosts: [hostname],
    paths: [pathShapeOf(pathname)],
    // A row that is hidden may leave a blank page, and nobody knows how this list is drawn.
    virtualised: true,
  };
}

/** The whole configuration of a page that was taught, in the form in which packs bring theirs. */
export function toBoardConfig(taught: TaughtConfig, header: TaughtHeader): BoardConfig {
  return { ...headerOf(header), ...taught };
}
