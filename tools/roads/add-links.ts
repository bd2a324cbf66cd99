import { readFileSync, writeFileSync } from 'node:fs';
import type { RoadsData } from '../../packages/domain/src/roads/network.ts';
import { addLinks } from './lay-links.ts';
import { setLengths } from './lengths.ts';
import { readLinks, readTowns } from './links.ts';
import { fileOf } from './road-map.ts';

/** Writes packages/domain/src/roads/us-roads.json. What it does and when to run it: README.md beside it. */
const at = (path: string) => new URL(path, import.meta.url);
const read = (path: string) => readFileSync(at(path), 'utf8');

const base = setLengths(JSON.parse(read('base.json')) as RoadsData, read('lengths.txt'));
const links = readLinks(read('links.txt'), readTowns(read('../../apps/api/migrations/places.tsv')));
const { roads, added } = addLinks(base, links);
const file = fileOf(roads);
writeFileSync(at('../../packages/domain/src/roads/us-roads.json'), file);
process.stdout.write(
  `Added ${added.length} of ${links.length} links: ${roads.nodeLng.length} nodes, ${roads.line.length} roads, ${file.length} bytes.\n`,
);
