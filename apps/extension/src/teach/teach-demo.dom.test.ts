// @vitest-environment happy-dom
import type { BoardField, BoardLoad } from '@headhaul/domain/boards/board-load';
import { readEquipment } from '@headhaul/domain/boards/equipment/read-equipment';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHeadTexts, readRow } from '../board/read/read-row.ts';
import { type DemoLayout, demoLayouts } from '../board/testing/demo-board.ts';
import { endRun, openRoots } from '../board/testing/demo-run.ts';
import { describeTally, emptyTally, tallyRow } from './testing/compare.ts';
import { type DemoPosting, type DemoTruth, demoDay, makeMarket, openDemoPage } from './testing/demo-page.ts';
import { type SeenPage, teachByHand } from './testing/scripted-user.ts';

beforeEach(openRoots);
afterEach(endRun);

/** All loads of the market at night, some of them otherwise. */
const tried = process.env.TEST_SIZE === 'nightly' ? 10_000 : 400;
/** This document is slow: 10,000 rows take minutes, and several times that on a busy machine. */
const longestMs = 1_800_000;
const batch = 100;
const onScreen = 24;
const needed = ['origin', 'destination', 'pickup', 'rate', 'tripMiles', 'equipment', 'weight', 'company'];

const keys: Partial<Record<BoardField, string>> = {
  origin: 'origin',
  destination: 'destination',
  pickup: 'pickup',
  delivery: 'deliveryTime',
  rateTotal: 'rate',
  ratePerMile: 'perMile',
  tripMiles: 'trip',
  deadheadOrigin: 'deadheadOrigin',
  deadheadDestination: 'deadheadDestination',
  equipment: 'equipment',
  length: 'length',
  size: 'size',
  company: 'company',
  phone: 'phone',
  mc: 'mc',
  creditScore: 'credit',
  daysToPay: 'daysToPay',
  reference: 'reference',
};

/** What the layout leaves out. */
const hidden: Record<DemoLayout, readonly BoardField[]> = {
  wide: ['delivery', 'mc'],
  compact: ['delivery', 'mc', 'creditScore', 'daysToPay', 'reference', 'email', 'phone'],
  cards: ['delivery', 'mc', 'creditScore', 'daysToPay', 'reference', 'email', 'phone', 'deadheadDestination'],
  'table-iframe': ['ratePerMile', 'deadheadOrigin', 'deadheadDestination', 'length', 'size', 'email', 'phone'],
};

function see(layout: DemoLayout, postings: readonly DemoPosting[]): SeenPage {
  const textOf = (field: BoardField, posting: DemoPosting): string => {
    if (hidden[layout].includes(field)) return '';
    if (field === 'email') return posting.email === '' ? '' : `mailto:${posting.email}`;
    if (field === 'phone' && posting.email !== '') return String(posting.email);
    if (field === 'weight') return layout === 'compact' ? posting.shortWeight : posting.weight;
    if (field === 'tripMiles' && layout === 'cards') return `${posting.trip} mi`;
    if (field === 'age') return '0m';
    return String(posting[keys[field] ?? ''] ?? '');
  };
  return {
    host: 'localhost',
    path: '/board',
    today: demoDay,
    textsOf: (field) => postings.map((posting) => textOf(field, posting)).filter((text) => text !== ''),
    cellOf: () => null,
  };
}

const shownAge = (minutes: number) =>
  minutes < 60 ? minutes : minutes < 1_440 ? Math.floor(minutes / 60) * 60 : Math.floor(minutes / 1_440) * 1_440;
const place = ({ city, state }: { city: string | null; state: string | null }) => (state === null ? null : `${city}, ${state}`);

function truthOf(load: DemoTruth, layout: DemoLayout): Record<string, unknown> {
  const isShown = (field: BoardField) => !hidden[layout].includes(field);
  const cents = load.rateCents ?? load.estimateCents;
  return {
    origin: place(load.origin),
    destination: place(load.destination),
    tripMiles: load.tripMiles,
    deadheadOrigin: isShown('deadheadOrigin') ? load.deadheadOrigin : null,
    deadheadDestination: isShown('deadheadDestination') ? load.deadheadDestination : null,
    pickup: [load.pickup.earliest, load.pickup.latest],
    delivery: isShown('delivery') ? load.delivery.day : null,
    equipment: readEquipment('demo', load.equipment)?.classes ?? [],
    size: isShown('size') ? load.size : null,
    length: isShown('length') ? load.lengthFt : null,
    weight: load.weightLb,
    rate: cents === null ? null : { cents, isEstimate: load.rateCents === null },
    company: load.broker.name,
    mc: isShown('mc') ? load.broker.mc : null,
    credit: isShown('creditScore') ? (load.broker.credit?.score ?? null) : null,
    daysToPay: isShown('daysToPay') ? (load.broker.credit?.daysToPay ?? null) : null,
    reference: isShown('reference') ? load.reference : null,
    email: isShown('email') ? load.email : null,
    phone: isShown('phone') && load.email === null && load.phone !== null ? `+1${load.phone}` : null,
    age: shownAge(load.ageMinutes),
  };
}

function readOf(load: BoardLoad): Record<string, unknown> {
  const { total, origin } = load.rate;
  return {
    origin: place(load.origin),
    destination: place(load.destination),
    tripMiles: load.tripMiles,
    deadheadOrigin: load.deadheadOrigin,
    deadheadDestination: load.deadheadDestination,
    pickup: load.pickup.earliest === null ? null : [load.pickup.earliest, load.pickup.latest],
    delivery: load.delivery.earliest,
    equipment: load.equipment.classes,
    size: load.size,
    length: load.lengthFt,
    weight: load.weightLb,
    rate: total === null ? null : { cents: total.cents, isEstimate: origin === 'BOARD_ESTIMATE' },
    company: load.broker.name,
    mc: load.broker.mc,
    credit: load.broker.creditScore,
    daysToPay: load.broker.daysToPay,
    reference: load.reference,
    email: load.contact.emails.find(({ from }) => from === 'contact')?.address ?? null,
    phone: load.contact.phones[0]?.e164 ?? null,
    age: load.ageMinutes,
  };
}

it.each(demoLayouts)(
  '%s, with new class names and no configuration: at most ten clicks, 99 in 100 complete, nothing wrong',
  async (layout) => {
    const { postings, loads } = await makeMarket();
    const page = await openDemoPage(layout);
    await page.show(postings.slice(0, onScreen));
    const { config, clicks, said } = await teachByHand(see(layout, postings.slice(0, onScreen)));
    const tally = emptyTally();
    for (let first = 0; first < tried; first += batch) {
      const shown = postings.slice(first, first + batch);
      await page.show(shown);
      const rows = [...document.querySelectorAll(config.row.join(','))];
      expect(rows).toHaveLength(shown.length);
      const headTexts = createHeadTexts(document);
      for (const [at, row] of rows.entries()) {
        const truth = loads[first + at] as DemoTruth;
        const read = readRow(row, config, demoDay, undefined, headTexts);
        expect([truth.key, truth.uuid]).toContain(read?.key);
        const { weight } = shown[at] as DemoPosting;
        // Thousands of pounds that don't say so.
        const unreadable = /^\d+$/.test(weight) ? ['weight'] : [];
        tallyRow(tally, truth.key, read?.isRead === true && read.load !== null ? readOf(read.load) : null, truthOf(truth, layout), {
          needed,
          unreadable,
        });
      }
    }
    process.stdout.write(`${describeTally(`demo ${layout}`, clicks, tally)} ${said.join('; ')}\n`);
    expect(tally.wrong.slice(0, 5)).toEqual([]);
    expect(tally.rows).toBe(tried);
    expect(tally.complete / tally.rows).toBeGreaterThanOrEqual(0.99);
    expect(clicks).toBeLessThanOrEqual(10);
    expect(JSON.stringify(config)).not.toMatch(/css-|_ngcontent|class/);
  },
  longestMs,
);
