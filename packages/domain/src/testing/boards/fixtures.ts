import { writeDatPages } from './dat.ts';
import type { BoardFixture } from './fixture.ts';
import { fixtureLoads, loadsOn } from './fixture-loads.ts';
import { writeLoadboard123Pages } from './loadboard123.ts';
import type { FixtureLoads } from './loads.ts';
import { writeRelayPages } from './relay.ts';
import { writeSylectusPages } from './sylectus.ts';
import { writeTruckerpathPages } from './truckerpath.ts';
import { writeTruckstopPages } from './truckstop.ts';

const writers = [writeDatPages, writeTruckstopPages, writeLoadboard123Pages, writeTruckerpathPages, writeSylectusPages, writeRelayPages];
const writePages = (loads: FixtureLoads) => writers.flatMap((write) => write(loads));

/** Every layout of every board except the demo board, which the sandbox serves. */
export const boardFixtures: readonly BoardFixture[] = writePages(fixtureLoads);

/** The same pages as they are on another day: boards write days without their year. */
export const fixturesOn = (day: string): BoardFixture[] => writePages(loadsOn(day));
