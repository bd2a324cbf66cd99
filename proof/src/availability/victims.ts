import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import type { SignedIn } from '../lib/people.ts';
import { formOf, statusOf } from './attacker.ts';

/** What ordinary companies experienced while they worked. */
export interface Seen {
  /** Durations of `/users/me`, the first request of every screen. */
  meMs: number[];
  requests: number;
  statuses: Map<number, number>;
}

const thinkMs = 60;

/** One company's screens: the signed-in user, the list, the counts, and sometimes a picture. */
async function work(origin: string, { token }: SignedIn, number: number, isOver: () => boolean, seen: Seen): Promise<void> {
  const headers = { authorization: `Bearer ${token.accessToken}` };
  const ask = async (method: string, path: string, body?: Buffer | string, type = 'application/json') => {
    const status = await statusOf(`${origin}/api${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
      body,
    });
    seen.requests += 1;
    seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
  };
  for (let round = number; !isOver(); round++) {
    const startedAt = performance.now();
    await ask('GET', '/users/me');
    seen.meMs.push(performance.now() - startedAt);
    if (round % 3 === 0) await ask('GET', '/loads?limit=50');
    if (round % 7 === 0) await ask('GET', '/loads/counts');
    if (round % 19 === 0) await ask('POST', '/companies/myCompany/logo', logo, 'multipart/form-data; boundary=headhaul-proof');
    await pause(thinkMs);
  }
}

export async function watchVictims(origin: string, victims: readonly SignedIn[], during: () => Promise<void>): Promise<Seen> {
  const seen: Seen = { meMs: [], requests: 0, statuses: new Map() };
  let isOver = false;
  const working = victims.map((victim, number) => work(origin, victim, number, () => isOver, seen));
  await during();
  isOver = true;
  await Promise.all(working);
  return seen;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function countServerErrors({ statuses }: Seen): number {
  return [...statuses].reduce((sum, [status, count]) => sum + (status === 0 || status >= 500 ? count : 0), 0);
}

/** A PNG of one color. It is small to send and costly to draw. */
export function flatPng(width: number, height: number): Buffer {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const crc = body.reduce((c, byte) => (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8), 0xffffffff);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
    return Buffer.concat([head, body, tail]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const logo = formOf(flatPng(200, 200), 'logo.png', {});
