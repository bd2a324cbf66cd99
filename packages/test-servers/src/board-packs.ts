import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { developmentBoardKey, type PackEntry } from '@headhaul/contracts/boards/packs';

const sandboxFile = (name: string) => fileURLToPath(new URL(`../../../sandbox/boards/${name}`, import.meta.url));

export const developmentKeyFile = sandboxFile('development-key.json');
/** A development build of the extension trusts it. */
export const developmentKey = createPrivateKey({ key: JSON.parse(readFileSync(developmentKeyFile, 'utf8')), format: 'jwk' });

/** The configuration of the demo board that comes with the extension, under another number. */
export function readDemoPack(version: number): BoardConfig {
  return { ...JSON.parse(readFileSync(sandboxFile('demo-pack.json'), 'utf8')), version };
}

/** A pack as the API's list names it, and the bytes that are served for it. */
export interface SignedPack {
  entry: PackEntry;
  text: string;
}

/** Signs any text as a pack of the demo board, whatever the operator's commands would say about it. The list may tell another version than the pack. */
export function signPack(text: string, version: number, key: KeyObject = developmentKey): SignedPack {
  const bytes = Buffer.from(text);
  return {
    text,
    entry: {
      board: 'demo',
      version,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      kid: developmentBoardKey.kid,
      signature: sign(null, bytes, key).toString('base64'),
      minExt: '0.1.0',
      sharePercent: 100,
      url: `/ext/boards/packs/demo/${version}`,
    },
  };
}
