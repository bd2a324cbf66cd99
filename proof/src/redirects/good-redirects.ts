import type { Random } from '../lib/random.ts';
import { carriedKeys, paths, webOrigins } from './allow-list.ts';

const values = [
  'true',
  'false',
  'PRO_MONTHLY',
  'ULTIMATE_YEARLY',
  'monthly',
  'yearly',
  '1',
  'Nina’s load',
  'a b&c=d',
  '100%',
  '/loads?page=2',
  'ключ',
  '',
];

/** The web app follows `returnUrl` later, so it must be a path of our own. */
const ownPaths = ['/', '/loads?page=2', '/dispatcher/my-loads', '/dispatcher/account-team?tab=1'];

/** Return addresses the product itself may ask for: any allowed origin, path and set of query keys. All distinct. */
export function makeGoodRedirects(random: Random, count: number): string[] {
  const made = new Set<string>();
  while (made.size < count) {
    const target = new URL(random.pick(paths), random.pick(webOrigins));
    for (const key of carriedKeys) {
      const value = random.pick(key === 'returnUrl' ? ownPaths : values);
      if (random.chance(0.35)) target.searchParams.set(key, `${value}${random.chance(0.5) ? random.below(1_000) : ''}`);
    }
    made.add(target.href);
  }
  return [...made];
}
