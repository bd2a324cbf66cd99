import type { PlanePoint } from '@headhaul/domain/map/view';
import { geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'us-atlas/states-albers-10m.json';

/**
 * The lower 48 as two paths, drawn once. The atlas is already projected onto a plane of 975 by 610. Our points are put on the same plane,
 * so that zooming only moves and scales the paths and never draws the country again.
 */
const topology = atlas as unknown as Topology<{ states: GeometryCollection<{ name: string }> }>;

// The FIPS codes of Alaska, Hawaii and the islands.
const elsewhere = new Set(['02', '15', '60', '66', '69', '72', '78']);

const lower48: GeometryCollection<{ name: string }> = {
  type: 'GeometryCollection',
  geometries: topology.objects.states.geometries.filter(({ id }) => !elsewhere.has(String(id))),
};

const draw = geoPath();
const land = feature(topology, lower48);

export const landPath = draw(land) ?? '';
export const borderPath = draw(mesh(topology, lower48)) ?? '';

const [[left, top], [right, bottom]] = draw.bounds(land);
export const countryCorners: readonly PlanePoint[] = [
  [left, top],
  [right, bottom],
];
