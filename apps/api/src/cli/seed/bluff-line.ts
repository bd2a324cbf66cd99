import {
  allDocuments,
  type CurrentWeek,
  ceilTo,
  done,
  floorTo,
  given,
  hourMs,
  lastAt,
  minuteMs,
  nextAt,
  onTheRoad,
  plan,
  rolling,
} from './current-week.ts';
import type { PlannedLoad } from './plan.ts';

/** Bluff Line's loads at this moment: nearly every status, a problem, a truck in detention at a dock, a truck booked twice. */
export function planBluffLine(week: CurrentWeek): PlannedLoad[] {
  const { nowMs, placeOf } = week;
  const zone = (words: string) => placeOf(words).timeZone;
  const refusedMs = lastAt('05:30', zone('Chicago, IL'), nowMs - 3 * hourMs);
  const heldMs = nowMs - 192 * minuteMs;
  const conleyMs = ceilTo(nowMs + 3 * hourMs, hourMs);
  const lateMs = floorTo(nowMs - 30 * minuteMs, 30 * minuteMs);
  const denverMs = nowMs - 18 * minuteMs;
  const charlotteMs = ceilTo(nowMs + 3 * hourMs, hourMs);
  const indyPickupMs = nextAt('08:00', zone('Kansas City, MO'), nowMs + 17 * hourMs);
  const milwaukeeMs = lastAt('08:00', zone('Milwaukee, WI'), conleyMs - 30 * hourMs);
  const salinasMs = lastAt('06:00', zone('Salinas, CA'), refusedMs - 74 * hourMs);
  return [
    done(
      week,
      { ...given('24802', 'Toledo, OH', 'Milwaukee, WI', 'Bell', 'Lakeshore Freight', 1_150, 330, 18), documents: allDocuments },
      54,
      ['INVOICED'],
    ),
    done(week, { ...given('24803', 'Dallas, TX', 'Laredo, TX', 'Delgado', 'Sandhill Brokers', 1_240, 430, 24), documents: onTheRoad }, 50),
    done(
      week,
      { ...given('24804', 'Macon, GA', 'Savannah, GA', 'Herrera', 'Palmetto Crown', 1_150, 166, 40), documents: allDocuments },
      60,
      ['INVOICED'],
    ),
    done(
      week,
      { ...given('24805', 'Toledo, OH', 'Nashville, TN', 'Price', 'Three Rivers Desk', 1_340, 470, 22), documents: allDocuments },
      62,
      ['INVOICED'],
    ),
    done(
      week,
      { ...given('24806', 'Portland, OR', 'Boise, ID', 'Whitfield', 'Copper Basin Log.', 1_385, 430, 36), documents: allDocuments },
      14,
    ),
    done(
      week,
      { ...given('24807', 'Memphis, TN', 'Dallas, TX', 'Kowalczyk', 'Juniper Ridge', 1_240, 453, 15), documents: allDocuments },
      33,
    ),
    done(
      week,
      { ...given('24808', 'Phoenix, AZ', 'Fontana, CA', 'Karimov', 'Kestrel Freight', 1_040, 322, 10), documents: allDocuments },
      30,
      ['INVOICED'],
    ),
    rolling(
      week,
      {
        ...given('24809', 'Salinas, CA', 'Chicago, IL', 'Volkov', 'Copper Basin Log.', 6_150, 2_190, 41),
        pickupMs: salinasMs,
        delivery: refusedMs,
        documents: onTheRoad,
      },
      'IN_TRANSIT',
      [
        { to: 'AT_DELIVERY', atMs: refusedMs - 10 * minuteMs, source: 'geofence' },
        { to: 'PROBLEM', atMs: refusedMs + 100 * minuteMs, reason: 'Refused: 2 pallets wet' },
      ],
    ),
    rolling(
      week,
      {
        ...given('24810', 'Omaha, NE', 'Chicago, IL', 'Gill', 'Northgate Load Co.', 1_090, 470, 52),
        pickupMs: lastAt('10:00', zone('Omaha, NE'), nowMs - 50 * hourMs),
        delivery: lastAt('10:00', zone('Omaha, NE'), nowMs - 50 * hourMs) + 22 * hourMs,
        more: { tonuCents: 25_000 },
      },
      'DISPATCHED',
      [{ to: 'TONU', atMs: lastAt('10:00', zone('Omaha, NE'), nowMs - 50 * hourMs) + 2 * hourMs }],
    ),
    rolling(
      week,
      {
        ...given('24811', 'Laredo, TX', 'Joliet, IL', 'Delgado', 'Sandhill Brokers', 3_450, 1_352, 22),
        pickupMs: lastAt('13:30', zone('Laredo, TX'), nowMs - 18 * hourMs),
        delivery: '07:00',
        documents: onTheRoad,
      },
      'IN_TRANSIT',
    ),
    rolling(
      week,
      {
        ...given('24813', 'Elizabeth, NJ', 'Lakeland, FL', 'Oakes', 'Palmetto Crown', 2_275, 1_110, 12),
        pickupMs: lastAt('10:00', zone('Elizabeth, NJ'), lateMs - 33 * hourMs),
        delivery: lateMs,
        documents: onTheRoad,
      },
      'IN_TRANSIT',
    ),
    rolling(
      week,
      {
        ...given('24814', 'Joliet, IL', 'Harrisburg, PA', 'Gill', 'Northgate Load Co.', 1_875, 690, 45),
        pickupMs: floorTo(heldMs, hourMs),
        delivery: '09:00',
      },
      'AT_PICKUP',
      [],
      heldMs,
    ),
    rolling(
      week,
      {
        ...given('24816', 'Dallas, TX', 'Denver, CO', 'Kowalczyk', 'Juniper Ridge', 1_980, 794, 14),
        pickupMs: lastAt('09:00', zone('Dallas, TX'), nowMs - 27 * hourMs),
        delivery: ceilTo(denverMs, 30 * minuteMs),
        documents: onTheRoad,
      },
      'IN_TRANSIT',
      [{ to: 'AT_DELIVERY', atMs: denverMs, source: 'telegram' }],
    ),
    rolling(
      week,
      {
        ...given('24817', 'Milwaukee, WI', 'Conley, GA', 'Bell', 'Lakeshore Freight', 2_350, 812, 38),
        pickupMs: milwaukeeMs,
        delivery: conleyMs,
        deliveryWindowMs: 4 * hourMs,
        documents: onTheRoad,
        more: {
          rc: 'LFP-88213',
          factoringBps: 250,
          fees: [
            {
              type: 'DETENTION',
              brokerAmountCents: 7_500,
              driverAmountCents: 5_000,
              status: 'PENDING',
              reason: '1.5 h × $50',
              atMs: milwaukeeMs + 4 * hourMs,
            },
            {
              type: 'LUMPER',
              brokerAmountCents: 18_000,
              driverAmountCents: 18_000,
              status: 'APPROVED',
              reason: '',
              atMs: milwaukeeMs + 5 * hourMs,
            },
          ],
          notes: [
            { body: 'Receiver opens at 14:00 sharp, no early trucks. Marcus to call the dock 30 min out.', atMs: milwaukeeMs + 8 * hourMs },
          ],
          tags: ['repeat'],
        },
      },
      'IN_TRANSIT',
    ),
    rolling(
      week,
      {
        ...given('24818', 'Savannah, GA', 'Charlotte, NC', 'Herrera', 'Palmetto Crown', 900, 252, 88),
        pickupMs: floorTo(nowMs - 4 * hourMs, hourMs),
        delivery: charlotteMs,
        documents: onTheRoad,
      },
      'IN_TRANSIT',
    ),
    plan(week, {
      ...given('24820', 'Phoenix, AZ', 'Dallas, TX', null, 'Blue Heron Brokerage', 2_390, 1_066, 9),
      pickupMs: nextAt('06:00', zone('Phoenix, AZ'), nowMs + 40 * hourMs),
      delivery: '08:00',
      bookedMs: nowMs - 5 * hourMs,
      documents: [],
      more: { asDraft: true, rc: null },
    }),
    rolling(
      week,
      {
        ...given('24821', 'Fontana, CA', 'Phoenix, AZ', 'Karimov', 'Kestrel Freight', 1_150, 324, 61),
        pickupMs: ceilTo(nowMs + 2 * hourMs, hourMs),
        delivery: '06:00',
        bookedMs: nowMs - 6 * hourMs,
      },
      'DISPATCHED',
    ),
    plan(week, {
      ...given('24822', 'Memphis, TN', 'Columbus, OH', null, 'Great Bend Freight', 1_620, 590, 20),
      pickupMs: ceilTo(nowMs + 4 * hourMs, hourMs),
      delivery: '08:00',
      bookedMs: nowMs - 3 * hourMs,
      documents: [],
      more: { rc: null, tags: ['hot'] },
    }),
    plan(week, {
      ...given('24823', 'Kansas City, MO', 'Indianapolis, IN', 'Price', 'Three Rivers Desk', 1_300, 482, 71),
      pickupMs: indyPickupMs,
      delivery: '07:00',
      bookedMs: nowMs - 4 * hourMs,
    }),
    plan(week, {
      ...given('24824', 'Charlotte, NC', 'Allentown, PA', 'Herrera', 'Harbor & Plains', 1_725, 535, 6),
      pickupMs: nextAt('11:00', zone('Charlotte, NC'), nowMs + 19 * hourMs),
      delivery: '10:00',
      bookedMs: nowMs - 2 * hourMs,
    }),
    plan(week, {
      ...given('24825', 'Denver, CO', 'Kansas City, MO', null, 'Ironwood Transport Desk', 1_450, 603, 12),
      pickupMs: nextAt('07:00', zone('Denver, CO'), nowMs + 26 * hourMs),
      delivery: '09:00',
      bookedMs: nowMs - 55 * minuteMs,
    }),
    plan(week, {
      ...given('24826', 'Conley, GA', 'Toledo, OH', 'Bell', 'Lakeshore Freight', 1_925, 676, 9),
      pickupMs: nextAt('07:00', zone('Conley, GA'), nowMs + 34 * hourMs),
      delivery: '12:00',
      bookedMs: nowMs - 20 * minuteMs,
    }),
    plan(week, {
      ...given('24827', 'Omaha, NE', 'Louisville, KY', 'Price', 'Summit Line Partners', 1_610, 690, 185),
      pickupMs: indyPickupMs + 10 * hourMs,
      delivery: '12:00',
      bookedMs: nowMs - 12 * minuteMs,
    }),
  ];
}
