import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { PackEntry } from '@headhaul/contracts/boards/packs';
import type { BoardKey } from '../board-keys.ts';
import { type PackClaim, sha256Hex } from '../check-pack.ts';

export interface TestKey {
  publicKey: BoardKey;
  privateKey: CryptoKey;
}

const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

export async function makeKey(kid: string): Promise<TestKey> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const raw = toBase64(await crypto.subtle.exportKey('raw', pair.publicKey));
  return { publicKey: { kid, publicKey: raw.replaceAll('+', '-').replaceAll('/', '_').replace('=', '') }, privateKey: pair.privateKey };
}

export function sampleConfig(): BoardConfig {
  return {
    schema: 1,
    board: 'dat',
    version: 37,
    stage: 'BETA',
    minExt: '1.4.0',
    issuedAt: '2026-11-17T10:00:00Z',
    expiresAt: '2027-02-17T00:00:00Z',
    enabled: true,
    features: {},
    hosts: ['one.dat.com'],
    paths: ['/search-loads'],
    virtualised: true,
    container: ['#table-viewport .cdk-virtual-scroll-content-wrapper'],
    row: [".row-container[id^='table-row-']"],
    key: { attr: 'id', strip: 'table-row-' },
    ignore: ["[data-test='load-age-cell']"],
    layouts: [
      {
        id: 'wide',
        when: { rowHas: "[data-test='load-eq-cell']" },
        fields: {
          origin: { sel: ["[data-test='load-origin-cell']"], as: 'cityState' },
          destination: { sel: ["[data-test='load-destination-cell']"], as: 'cityState' },
          tripMiles: { sel: ["[data-test='load-trip-cell']"], as: 'miles' },
        },
        required: ['origin', 'destination'],
        requiredAny: ['tripMiles'],
      },
    ],
    anchors: { row: ["[data-test='load-rate-cell']"] },
    health: { minRows: 5, quorumPct: 70, fieldFloor: {} },
  };
}

/** A configuration, or any text that somebody signed instead. */
export type PackText = (BoardConfig & Record<string, unknown>) | string;

export function packText(content: PackText): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

export async function signed(content: PackText, { publicKey: { kid }, privateKey }: TestKey) {
  const bytes = new TextEncoder().encode(packText(content));
  const { board, version } = typeof content === 'string' ? sampleConfig() : content;
  const signature = toBase64(await crypto.subtle.sign('Ed25519', privateKey, bytes));
  const claim: PackClaim = { board, version, sha256: await sha256Hex(bytes), kid, signature };
  return { bytes, claim };
}

/** A pack as the manifest lists it. */
export async function listed(
  config: BoardConfig,
  key: TestKey,
  sharePercent = 100,
): Promise<{ entry: PackEntry; bytes: Uint8Array<ArrayBuffer> }> {
  const { bytes, claim } = await signed(config, key);
  const { board, version, minExt } = config;
  return { bytes, entry: { ...claim, board, minExt, sharePercent, url: `/ext/boards/packs/${board}/${version}` } };
}
