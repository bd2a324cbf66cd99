import {
  allDocuments,
  type CurrentWeek,
  ceilTo,
  done,
  floorTo,
  given,
  hourMs,
  lastAt,
  nextAt,
  onTheRoad,
  plan,
  rolling,
} from './current-week.ts';
import type { PlannedLoad } from './plan.ts';

export function planBellFreight(week: CurrentWeek): PlannedLoad[] {
  const { nowMs, placeOf } = week;
  const zone = (words: string) => placeOf(words).timeZone;
  const chicagoMs = ceilTo(nowMs + 4 * hourMs, hourMs);
  return [
    done(week, { ...given('3406', 'Dallas, TX', 'Joplin, MO', 'Bell 1', 'Sandhill Brokers', 1_020, 366, 20), documents: allDocuments }, 40),
    done(week, { ...given('3407', 'Memphis, TN', 'Tulsa, OK', 'Santos', 'Juniper Ridge', 1_130, 402, 34), documents: onTheRoad }, 49),
    rolling(
      week,
      {
        ...given('3408', 'Joplin, MO', 'Chicago, IL', 'Bell 1', 'Lakeshore Freight', 1_480, 560, 8),
        pickupMs: lastAt('07:00', zone('Joplin, MO'), chicagoMs - 24 * hourMs),
        delivery: chicagoMs,
        documents: onTheRoad,
      },
      'IN_TRANSIT',
    ),
    rolling(
      week,
      {
        ...given('3409', 'Oklahoma City, OK', 'Denver, CO', 'Bell 2', 'Northgate Load Co.', 1_690, 680, 22),
        pickupMs: ceilTo(nowMs + 3 * hourMs, hourMs),
        delivery: '10:00',
        bookedMs: nowMs - 8 * hourMs,
      },
      'DISPATCHED',
    ),
    rolling(
      week,
      {
        ...given('3410', 'Wichita, KS', 'Nashville, TN', 'Lindqvist', 'Kestrel Freight', 1_940, 720, 15),
        pickupMs: floorTo(nowMs - hourMs, hourMs),
        delivery: '09:00',
      },
      'AT_PICKUP',
    ),
    plan(week, {
      ...given('3411', 'Little Rock, AR', 'Houston, TX', 'Coles', 'Great Bend Freight', 1_210, 440, 30),
      pickupMs: nextAt('08:00', zone('Little Rock, AR'), nowMs + 20 * hourMs),
      delivery: '13:00',
      bookedMs: nowMs - hourMs,
    }),
  ];
}
