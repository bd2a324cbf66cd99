import { readRoads } from '@headhaul/domain/roads/network';
import usRoads from '@headhaul/domain/roads/us-roads.json' with { type: 'json' };

/** The highways of the lower 48. They never change while a process runs. */
export const roads = readRoads(usRoads);
