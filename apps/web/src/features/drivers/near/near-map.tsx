import { type EmptyNear, maxEmptyRadiusMiles, minEmptyRadiusMiles } from '@headhaul/contracts/fit';
import { readPolyline } from '@headhaul/domain/roads/polyline';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { formatMiles } from '../../../shared/format/distance.ts';
import { FreightMapLazy } from '../../../shared/map/freight-map-lazy.tsx';
import { MapLegend } from '../../../shared/map/map-legend.tsx';
import type { MapMarker } from '../../../shared/map/map-model.ts';
import { useMeasuredRoute } from '../../roads/roads.api.ts';
import { formatPlace } from '../labels.ts';
import { dotLabel, toneOf } from './labels.ts';
import { groupsOf } from './near-table.tsx';
import classes from './page.module.css';

const stepMiles = 5;
/** A pointer that passes over the rows asks for no roads. */
const restMs = 200;
const legend = [
  { tone: 'ready', word: 'Empty now' },
  { tone: 'rolling', word: 'Empty later' },
  { tone: 'unsure', word: 'Last known' },
] as const;

interface NearMapProps {
  answer: EmptyNear;
  radiusMiles: number;
  hotId: string | null;
  onHot: (driverId: string | null) => void;
  onOpen: (driverId: string) => void;
  onRadius: (miles: number) => void;
}

/** The ring around the place and the trucks where they are empty. The road of the truck that is pointed at is drawn. */
export function NearMap({ answer, radiusMiles, hotId, onHot, onOpen, onRadius }: NearMapProps) {
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const [restedId] = useDebouncedValue(hotId, restMs);
  const { place } = answer;
  const spots = groupsOf(answer).flatMap(({ rows, isOutside }) =>
    rows.flatMap((row) => (row.empty.point === null ? [] : [{ row, isOutside, at: row.empty.point }])),
  );
  const rested = spots.find(({ row }) => row.driverId === restedId);
  const ends = rested === undefined || place === null ? [] : [rested.at, { lat: place.lat, lng: place.lng }];
  const lines = useMeasuredRoute(ends)?.lines;
  if (place === null) return null;
  const markers = spots.map(
    ({ row, isOutside, at }): MapMarker => ({
      key: row.driverId,
      kind: 'dot',
      at,
      tone: toneOf(row, isOutside),
      label: dotLabel(row),
      title: [row.truckNumber, row.name, formatPlace(row.empty.city, row.empty.state)].filter((part) => part !== null).join(', '),
      isHot: row.driverId === hotId,
      onHover: (isOver) => onHot(isOver ? row.driverId : null),
      onClick: () => onOpen(row.driverId),
    }),
  );
  return (
    <FreightMapLazy
      className={classes.map ?? ''}
      markers={markers}
      legs={ends.length === 0 ? [] : [{ kind: 'deadhead', points: lines?.flatMap(readPolyline) ?? ends }]}
      ring={{
        center: place,
        radiusMiles,
        stepMiles,
        minMiles: minEmptyRadiusMiles,
        maxMiles: maxEmptyRadiusMiles,
        onMove: setMovedTo,
        onChange: (miles) => {
          setMovedTo(null);
          onRadius(miles);
        },
      }}
      label={`${markers.length === 1 ? '1 truck' : `${markers.length} trucks`} around ${place.label}, with a ring of ${formatMiles(radiusMiles)}.`}
    >
      <p className={classes.radius}>
        Drag the ring: <b>{formatMiles(movedTo ?? radiusMiles)}</b>
      </p>
      <div className={classes.legend}>
        <MapLegend tones={legend} />
      </div>
    </FreightMapLazy>
  );
}
