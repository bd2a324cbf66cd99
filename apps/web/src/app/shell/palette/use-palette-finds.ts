import { useDebouncedValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import { type Icon, IconBuildingStore, IconSteeringWheel, IconTruckLoading } from '@tabler/icons-react';
import { brokerPath } from '../../../features/brokers/paths.ts';
import { loadPagePath } from '../../../features/loads/paths.ts';
import { paletteApi } from './palette.api.ts';

const typingPauseMs = 150;
/** A single letter would match half of the office's records. */
const shortestSearch = 2;
/** The API's search parameter accepts no more characters. */
const longestSearch = 100;
const rowsPerGroup = 5;

interface FoundRow {
  id: string;
  title: string;
  /** What distinguishes the row from similar ones: a lane, a truck, an MC number. */
  line: string;
  icon: Icon;
  path: string;
}

interface PaletteFinds {
  groups: { title: 'Loads' | 'Drivers' | 'Brokers'; rows: FoundRow[] }[];
  isLooking: boolean;
  hasFailed: boolean;
}

const { useJumpToLoadsQuery, useJumpToDriversQuery, useJumpToBrokersQuery } = paletteApi;

/** The loads, drivers and brokers that match the typed text, after a pause in the typing. */
export function usePaletteFinds(text: string): PaletteFinds {
  const wanted = text.trim().slice(0, longestSearch);
  const [paused] = useDebouncedValue(wanted, typingPauseMs);
  const isWanted = wanted.length >= shortestSearch;
  // Search only after the typing has paused. Results for an earlier text would be wrong.
  const search = isWanted && paused === wanted ? wanted : null;
  const loads = useJumpToLoadsQuery(
    search === null ? skipToken : { query: { search, limit: rowsPerGroup, sort: 'PICKUP', order: 'desc' } },
  );
  const drivers = useJumpToDriversQuery(search === null ? skipToken : { query: { search, limit: rowsPerGroup, sort: 'NAME' } });
  const brokers = useJumpToBrokersQuery(search === null ? skipToken : { query: { search } });
  const asked = [loads, drivers, brokers];

  const groups: PaletteFinds['groups'] = [
    {
      title: 'Loads',
      rows: (loads.currentData?.loads ?? []).map((load) => ({
        id: load.id,
        title: load.loadNumber,
        line: `${load.pickupCity}, ${load.pickupState} to ${load.deliveryCity}, ${load.deliveryState} · ${load.brokerName}`,
        icon: IconTruckLoading,
        path: loadPagePath(load.id),
      })),
    },
    {
      title: 'Drivers',
      rows: (drivers.currentData?.drivers ?? []).map((driver) => ({
        id: driver.id,
        title: `${driver.name} ${driver.familyName}`.trim(),
        line: driver.truckNumber === null ? '' : `Truck ${driver.truckNumber}`,
        icon: IconSteeringWheel,
        path: `/dispatcher/my-drivers/${driver.id}`,
      })),
    },
    {
      title: 'Brokers',
      rows: (brokers.currentData?.brokers ?? []).slice(0, rowsPerGroup).map((broker) => ({
        id: broker.id,
        title: broker.name,
        line: broker.mc === null ? '' : `MC ${broker.mc}`,
        icon: IconBuildingStore,
        path: brokerPath(broker.id),
      })),
    },
  ];
  return {
    groups: groups.filter(({ rows }) => rows.length > 0),
    isLooking: isWanted && (search === null || asked.some(({ isFetching, currentData }) => isFetching && currentData === undefined)),
    hasFailed: search !== null && asked.some(({ isError }) => isError),
  };
}
