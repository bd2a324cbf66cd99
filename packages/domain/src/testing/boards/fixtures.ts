import { datFixtures } from './dat.ts';
import type { BoardFixture } from './fixture.ts';
import { loadboard123Fixtures } from './loadboard123.ts';
import { relayFixtures } from './relay.ts';
import { sylectusFixtures } from './sylectus.ts';
import { truckerpathFixtures } from './truckerpath.ts';
import { truckstopFixtures } from './truckstop.ts';

/** Every layout of every board except the demo board, which the sandbox serves. */
export const boardFixtures: readonly BoardFixture[] = [
  ...datFixtures,
  ...truckstopFixtures,
  ...loadboard123Fixtures,
  ...truckerpathFixtures,
  ...sylectusFixtures,
  ...relayFixtures,
];
