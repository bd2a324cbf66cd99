import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { compileFilter } from '@headhaul/domain/boards/filters/filter';
import type { BoardRule } from '@headhaul/domain/boards/filters/rules';
import { readBoardLoad } from '@headhaul/domain/boards/read-load';
import type { Result } from '../lib/results.ts';
import { median } from './board-pairs.ts';

const maxFilterMs = 60;
const judged = 10_000;

const rules: BoardRule[] = [
  { kind: 'MIN_RPM', cents: 150, basis: 'ALL_IN' },
  { kind: 'MIN_RATE', cents: 30_000 },
  { kind: 'MAX_DEADHEAD', miles: 400 },
  { kind: 'MILES_BETWEEN', min: 10, max: 3_000 },
  { kind: 'EQUIPMENT', anyOf: ['VAN', 'REEFER', 'FLATBED', 'STEPDECK'], withoutModifiers: ['TEAM'] },
  { kind: 'MAX_WEIGHT', lb: 48_000 },
  { kind: 'MAX_LENGTH', ft: 53 },
  { kind: 'MIN_CREDIT', score: 50 },
  { kind: 'MAX_DAYS_TO_PAY', days: 60 },
  { kind: 'BROKER_BLOCK', mcs: ['1', '2'], names: ['Nobody Freight'], emailDomains: ['nobody.example'] },
  { kind: 'KEYWORDS', none: ['team', 'hazmat'], any: [], in: ['comments', 'commodity'] },
  { kind: 'DESTINATION_STATES', allow: [], block: ['AK'] },
];

interface Posting {
  key: string;
  [text: string]: string;
}

/** The loads of the board, as its rows are read. */
async function readLoads(address: string): Promise<BoardLoad[]> {
  const answer = await fetch(address);
  const { postings } = (await answer.json()) as { postings: Posting[] };
  return postings.slice(0, judged).map((posting) => {
    const text = (name: string) => posting[name] ?? null;
    return readBoardLoad(
      {
        origin: { text: text('origin'), as: 'cityState' },
        destination: { text: text('destination'), as: 'cityState' },
        rateTotal: { text: text('rate'), as: 'usd' },
        tripMiles: { text: text('trip'), as: 'miles' },
        deadheadOrigin: { text: text('deadheadOrigin'), as: 'miles' },
        equipment: { text: text('equipment'), as: 'text' },
        length: { text: text('length'), as: 'feet' },
        weight: { text: text('weight'), as: 'pounds' },
        company: { text: text('company'), as: 'text' },
        creditScore: { text: text('credit'), as: 'creditScore' },
        daysToPay: { text: text('daysToPay'), as: 'dtp' },
        commodity: { text: text('commodity'), as: 'text' },
        comments: { text: text('comments'), as: 'text' },
      },
      { board: 'demo', layout: 'wide', rowKey: posting.key, today: '2026-11-17' },
    );
  });
}

/** How long the rules take for the loads at this address, without a page. */
export async function filterResult(address: string, runs: number): Promise<Result> {
  const loads = await readLoads(address);
  const filter = compileFilter({ rules });
  const context = { today: '2026-11-17', isEmailed: null, isFactorable: null, unread: [] };
  let passed = 0;
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    passed = loads.filter((load) => filter.judge(load, context).verdict === 'PASS').length;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return {
    id: 'B-02',
    promise: `${judged.toLocaleString('en-US')} loads judged by ${rules.length} rules`,
    figure: median(times),
    samples: { taken: loads.length, wanted: judged },
    bar: { atMost: maxFilterMs },
    unit: ' ms',
    detail: `${passed} pass; CPU time, median of ${runs}`,
  };
}
