// @vitest-environment happy-dom
import type { BoardField } from '@headhaul/domain/boards/board-load';
import { type DemoLayout, type DemoTruth, demoLayouts, demoTruthOf, isHidden } from '@headhaul/domain/testing/boards/demo-truth';
import { toTruth } from '@headhaul/domain/testing/boards/fixture';
import { describeTally, emptyTally, tallyRow } from '@headhaul/domain/testing/boards/tally';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHeadTexts, readRow } from '../board/read/read-row.ts';
import { endRun, openRoots } from '../board/testing/demo-run.ts';
import { type DemoPosting, demoDay, makeMarket, openDemoPage } from './testing/demo-page.ts';
import { type SeenPage, teachByHand } from './testing/scripted-user.ts';

beforeEach(openRoots);
afterEach(endRun);

/** All loads of the market at night, some of them otherwise. */
const tried = process.env.TEST_SIZE === 'nightly' ? 10_000 : 400;
/** This document is slow: 10,000 rows take minutes, and several times that on a busy machine. */
const longestMs = 1_800_000;
const batch = 100;
const onScreen = 24;

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

function see(layout: DemoLayout, postings: readonly DemoPosting[]): SeenPage {
  const textOf = (field: BoardField, posting: DemoPosting): string => {
    if (isHidden(layout, field)) return '';
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
        const read = readRow(row, config, demoDay, { headTexts });
        expect([truth.key, truth.uuid]).toContain(read?.key);
        const { weight } = shown[at] as DemoPosting;
        const load = read?.isRead === true && read.load !== null ? toTruth(read.load) : null;
        const truly = demoTruthOf(truth, layout, { minutes: 0, read: null });
        tallyRow(tally, truth.key, load && { ...load }, { ...truly }, { hasBareWeight: /^\d+$/.test(weight) });
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
