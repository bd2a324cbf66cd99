import type { BoardId } from '@headhaul/domain/boards/board-load';

/** The addresses of this build's web app, API and boards. */
export interface Origins {
  /** The popup's buttons open the first one. */
  webOrigins: string[];
  apiBase: string;
  /** The sandbox's demo board, in builds for development and for tests. */
  demoBoardOrigin: string | null;
}

const developmentOrigins: Origins = {
  webOrigins: ['http://localhost:5173', 'http://localhost:4000'],
  apiBase: 'http://localhost:4000/api',
  demoBoardOrigin: 'http://localhost:4100',
};

/** The boards that every build reads. */
const launchBoards: Partial<Record<BoardId, string>> = { dat: 'https://one.dat.com' };

function checkAddress(address: string): URL {
  const url = new URL(address);
  const isLocal = url.protocol === 'http:' && url.hostname === 'localhost';
  if (url.protocol !== 'https:' && !isLocal) throw new Error(`${address} must be https, or http on localhost`);
  return url;
}

/** A store build that trusts localhost would trust any local program, so only development builds may omit the addresses. */
export function requireOrigins(env: Record<string, string | undefined>, mode: string): void {
  if (mode === 'development') return;
  for (const name of ['WXT_WEB_ORIGINS', 'WXT_API_BASE']) {
    if ((env[name] ?? '').trim() === '') throw new Error(`Set ${name} for this build, or build for this computer with build:dev.`);
  }
}

function checkOrigin(origin: string): string {
  if (checkAddress(origin).origin !== origin) throw new Error(`${origin} must be an origin, without a path`);
  return origin;
}

/** Reads the build's addresses: `WXT_WEB_ORIGINS`, comma-separated, `WXT_API_BASE`, and `WXT_DEMO_BOARD_ORIGIN`, which may be left out. */
export function resolveOrigins(env: Record<string, string | undefined>): Origins {
  const listed = (env.WXT_WEB_ORIGINS ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const apiBase = (env.WXT_API_BASE ?? '').trim();
  const demoBoard = (env.WXT_DEMO_BOARD_ORIGIN ?? '').trim();
  const usualDemoBoard = listed.length === 0 ? developmentOrigins.demoBoardOrigin : null;
  const webOrigins = (listed.length === 0 ? developmentOrigins.webOrigins : listed).map(checkOrigin);
  const api = checkAddress(apiBase === '' ? developmentOrigins.apiBase : apiBase);
  const demoBoardOrigin = demoBoard === '' ? usualDemoBoard : checkOrigin(demoBoard);
  return { webOrigins, apiBase: api.href.replace(/\/$/, ''), demoBoardOrigin };
}

/** The boards of this build, by their origins. */
export function listBoards({ demoBoardOrigin }: Pick<Origins, 'demoBoardOrigin'>): [board: BoardId, origin: string][] {
  const demo: [BoardId, string][] = demoBoardOrigin === null ? [] : [['demo', demoBoardOrigin]];
  return [...(Object.entries(launchBoards) as [BoardId, string][]), ...demo];
}

export function boardAt(origin: string | undefined, origins: Pick<Origins, 'demoBoardOrigin'>): BoardId | null {
  return listBoards(origins).find(([, one]) => one === origin)?.[0] ?? null;
}

/** Match patterns have no port in Firefox, so they are only a first, wider check. The receiver compares exact origins. */
export function toMatchPattern(origin: string): string {
  const url = new URL(origin);
  return `${url.protocol}//${url.hostname}/*`;
}
