import { developmentBoardKey } from '@headhaul/contracts/boards/packs';

/** A public key by which this build recognizes signed packs. */
export interface BoardKey {
  kid: string;
  /** 32 bytes, base64url. */
  publicKey: string;
}

/** The key that signs now and the one that will sign next, so that a key can be changed without a release in between. */
const mostKeys = 2;

/** Reads the build's keys from `WXT_BOARD_KEYS`: `kid:public key`, comma-separated. */
export function resolveBoardKeys(env: Record<string, string | undefined>): BoardKey[] {
  const listed = (env.WXT_BOARD_KEYS ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  if (listed.length === 0) return [{ ...developmentBoardKey }];
  if (listed.length > mostKeys) throw new Error(`WXT_BOARD_KEYS may have at most ${mostKeys} keys`);
  return listed.map((pair) => {
    if (!/^[a-z0-9][a-z0-9-]{0,39}:[A-Za-z0-9_-]{43}$/.test(pair)) throw new Error(`${pair} must be kid:base64url of 32 bytes`);
    const [kid = '', publicKey = ''] = pair.split(':');
    return { kid, publicKey };
  });
}

/**
 * Everybody can sign with the development key, so a store build must name its own keys. A build that asks an API on this computer is no
 * store build.
 */
export function requireBoardKeys(env: Record<string, string | undefined>, mode: string, apiBase: string): void {
  if (mode === 'development' || new URL(apiBase).hostname === 'localhost') return;
  if ((env.WXT_BOARD_KEYS ?? '').trim() === '')
    throw new Error('Set WXT_BOARD_KEYS for this build, or build for this computer with build:dev.');
  if (resolveBoardKeys(env).some(({ publicKey }) => publicKey === developmentBoardKey.publicKey)) {
    throw new Error('Take the development key out of WXT_BOARD_KEYS: anybody can sign with it.');
  }
}
