import type { FilterSet } from '@headhaul/domain/boards/filters/rules';
import { expect, vi } from 'vitest';
import { connectNobody } from '../../live/testing/live-port.ts';
import type { FromBoardMail } from '../../mail/messages.ts';
import type { FromBoardPanel } from '../../panel/messages.ts';
import { demoConfig } from '../config/demo.ts';
import { readAfterMs } from '../draw/meant-presses.ts';
import type { BoardReport } from '../messages.ts';
import { readKey } from '../read/read-row.ts';
import { type BoardRun, runBoard } from '../run-board.ts';
import type { DemoBoard } from './demo-board.ts';
import type { Truth } from './demo-postings.ts';

const nothingWanted: FilterSet = { rules: [], onUnknown: 'KEEP', action: 'DIM' };
export const over240: FilterSet = { ...nothingWanted, rules: [{ kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' }] };

/** What reads the demo board in this test, and what it has told the worker. */
export const demo: { run: BoardRun | null; reports: BoardReport[] } = { run: null, reports: [] };
/** The insides of our elements, which are closed to the page and so to a test. */
export const roots = new Map<Element, ShadowRoot>();
const attachShadow = Element.prototype.attachShadow;

/** Files share this module, so each file says it: `beforeEach(openRoots)`, `afterEach(endRun)`. */
export function openRoots(): void {
  Element.prototype.attachShadow = function attach(this: Element, init: ShadowRootInit) {
    const root = attachShadow.call(this, init);
    roots.set(this, root);
    return root;
  };
}

export function endRun(): void {
  demo.run?.stop();
  demo.run = null;
  demo.reports = [];
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Element.prototype.attachShadow = attachShadow;
  document.body.innerHTML = '';
  delete document.body.dataset.switches;
}

export const noMarks = { floorPerMileCents: null, targetPerMileCents: null };

const tellNobody = async (_: FromBoardMail): Promise<unknown> => null;

const askNobody = async (_: FromBoardPanel): Promise<unknown> => null;

export function start(filter: FilterSet = nothingWanted, config = demoConfig, sendMail = tellNobody, sendPanel = askNobody): void {
  const { reports } = demo;
  demo.run = runBoard({
    config,
    filters: [{ ...filter, isForEveryone: false }],
    marks: noMarks,
    document,
    page: { pathname: '/board' },
    onState: (report) => reports.push(report),
    sendMail,
    connectLive: connectNobody,
    sendPanel,
  });
}

/** A round reads for 4 ms, and this document is slow, so rows come one by one. */
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 10 });
export const hostOf = (row: Element) => row.querySelector('hh-row');
export const buttonOf = (row: Element) => roots.get(hostOf(row) as Element)?.querySelector('button') as HTMLButtonElement;
export const labelOf = (row: Element) => (hostOf(row) === null ? null : buttonOf(row).getAttribute('aria-label'));
export const truthOf = (board: DemoBoard, row: Element) => board.truthOf(readKey(row, demoConfig.key) ?? '') as Truth;

function rpmOf({ rateCents, isEstimate, tripMiles, deadheadOrigin }: Truth): number | null {
  return rateCents === null || isEstimate ? null : Math.floor(rateCents / (tripMiles + deadheadOrigin)) / 100;
}

export function expectTrue(board: DemoBoard): void {
  for (const row of board.rows()) {
    const truth = truthOf(board, row);
    const rpm = rpmOf(truth);
    expect(row.querySelectorAll('hh-row')).toHaveLength(1);
    expect(labelOf(row)).toContain(`${truth.origin} to ${truth.destination}: `);
    expect(labelOf(row)).toContain(rpm === null ? 'Rate per mile not known' : `${rpm.toFixed(2)} a mile`);
    expect(row.getAttribute('data-hh')).toBe(rpm === null ? null : rpm < 2.4 ? 'dim' : 'match');
  }
}

/** Only clicks of the user count. */
export const press = (button: Element, init: MouseEventInit = {}) =>
  button.dispatchEvent(Object.defineProperty(new MouseEvent('click', init), 'isTrusted', { value: true }));

/** From now on time passes for whoever reads by `pressRead` alone. */
export function stopClock(atMs = performance.now()): void {
  vi.spyOn(performance, 'now').mockReturnValue(atMs);
}

/** A press by somebody who has read what is shown. */
export function pressRead(button: Element, init: MouseEventInit = {}): void {
  stopClock(Math.ceil(performance.now()) + readAfterMs);
  press(button, init);
}
