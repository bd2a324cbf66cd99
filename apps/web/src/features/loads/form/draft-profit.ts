import { type LoadProfit, ProfitDraft } from '@headhaul/contracts/profit';
import { useDebouncedValue } from '@mantine/hooks';
import { profitApi } from '../../profit/profit.api.ts';
import type { LoadDraft } from './draft/draft.ts';
import { readDraft } from './draft/to-input.ts';

/** The card follows the typing at this distance. */
const typingPauseMs = 150;

/**
 * The draft as its profit is asked for. Null until the first and the last stop have a place. For another driver than the load's own, pay,
 * truck and deadhead are that driver's.
 */
export function profitDraftOf(draft: LoadDraft, loadId: string | null, driverId: string | null): ProfitDraft | null {
  const { input } = readDraft(draft);
  const [first, last] = [input.stops[0], input.stops.at(-1)];
  if (first === undefined || last === undefined || first.city === '' || last.city === '') return null;
  const isOwn = driverId === draft.driverId;
  const asked: ProfitDraft = {
    loadId,
    stops: input.stops
      .filter(({ city }) => city !== '')
      .map(({ kind, city, state, zip, schedule, day, time, endDay, endTime, handling }) => ({
        kind,
        city,
        state,
        zip,
        schedule,
        day: day === '' ? null : day,
        time,
        endDay,
        endTime,
        handling,
      })),
    equipment: draft.equipment,
    linehaulCents: input.linehaulCents,
    fuelSurchargeCents: input.fuelSurchargeCents,
    driverPayCents: isOwn ? input.driverPayCents : null,
    factoringStatus: draft.factoringStatus,
    factoringFeeBps: input.factoringFeeBps,
    loadedMiles: input.loadedMiles,
    deadheadMiles: isOwn && draft.deadheadMiles.trim() !== '' ? input.deadheadMiles : null,
    driverId,
    coDriverId: isOwn ? draft.coDriverId : null,
    truckId: isOwn ? draft.truckId : null,
  };
  return ProfitDraft.safeParse(asked).success ? asked : null;
}

export interface DraftProfit {
  /** The last answer. While a new one is on its way, it stays. */
  profit: LoadProfit | null;
  /** Whether there is enough typed to ask. */
  isAsked: boolean;
  isError: boolean;
  retry: () => void;
}

/** What the load would bring as it is typed, with this driver. */
export function useDraftProfit(draft: LoadDraft, loadId: string | null, driverId: string | null): DraftProfit {
  const [paused] = useDebouncedValue(JSON.stringify(profitDraftOf(draft, loadId, driverId)), typingPauseMs);
  const body = JSON.parse(paused) as ProfitDraft | null;
  const isAsked = body !== null;
  const { data, isError, refetch } = profitApi.useFindProfitQuery({ body: body as ProfitDraft }, { skip: !isAsked });
  return { profit: isAsked && !isError ? (data ?? null) : null, isAsked, isError: isAsked && isError, retry: () => void refetch() };
}
