import type { BoardDay } from '@headhaul/contracts/boards/postings';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { PopupStatus } from '../lib/popup-status.ts';
import { formatMoment } from './account-panel.tsx';
import { type PopupPhase, PopupView } from './popup-view.tsx';

const noop = () => undefined;

function render(phase: PopupPhase, day: BoardDay | null = null): string {
  return renderToStaticMarkup(
    <PopupView
      phase={phase}
      day={day}
      boards={<p>boards</p>}
      onSignIn={noop}
      onOpen={noop}
      onOpenPanel={noop}
      onPlans={noop}
      onRetry={noop}
    />,
  );
}

function known(over: Partial<PopupStatus>): PopupPhase {
  const user = { fullName: 'Ann Reyes', email: 'ann@northline.example', companyName: 'Northline Logistics' };
  const usual = { user, isBlocked: false, isSingleDispatcher: false, leftDays: null, confirmedAtMs: Date.now(), ended: null };
  return { kind: 'known', status: { ...usual, standing: 'confirmed', ...over } };
}

describe('the popup', () => {
  test.each<[string, PopupPhase, string[], string[]]>([
    ['loading', { kind: 'loading' }, ['aria-busy="true"'], ['Sign in', 'Connected']],
    ['failed', { kind: 'failed' }, ['Headhaul did not start', 'Try again'], ['Sign in']],
    [
      'signed out',
      known({ user: null, standing: 'unasked' }),
      ['Sign in to see rates per mile on your board', '>Sign in<'],
      ['Connected', 'Open Headhaul'],
    ],
    ['checking', known({ standing: 'unasked' }), ['Ann Reyes', 'Checking'], ['Connected', 'does not answer']],
    [
      'connected',
      known({}),
      ['Connected', 'ann@northline.example', 'Northline Logistics', 'Open Headhaul'],
      ['Try again', 'does not answer'],
    ],
    [
      'silent',
      known({ standing: 'unreachable' }),
      ['Headhaul does not answer', 'You stay signed in', 'Try again', 'Ann Reyes'],
      ['Connected'],
    ],
    [
      'blocked',
      known({ isBlocked: true, leftDays: 0 }),
      ['Your plan has ended', 'Your loads, drivers and templates are safe', 'See plans', 'Open Headhaul', 'Ann Reyes'],
      ['Connected', 'boards</p>', 'Open side panel', 'Ends today'],
    ],
    ['in a trial', known({ leftDays: 1 }), ['1 day left', 'boards</p>'], ['See plans']],
    ['on the last day of a plan', known({ leftDays: 0 }), ['Ends today'], []],
    ['an independent dispatcher', known({ isSingleDispatcher: true }), ['Ann Reyes'], ['Northline Logistics']],
    ['signed out by the check', known({ user: null, standing: 'signed_out' }), ['>Sign in<'], ['Connected', 'removed you']],
    [
      'removed from the team',
      known({
        user: null,
        standing: 'signed_out',
        ended: { reason: 'removed', at: '2026-11-16T16:31:00.000Z', companyName: 'Acme', byName: 'Nina', worksElsewhere: false },
      }),
      ['Nina removed you from Acme at ', '>Sign in<'],
      ['Connected'],
    ],
  ])('%s', (_, phase, present, absent) => {
    const html = render(phase);
    for (const words of present) expect(html).toContain(words);
    for (const words of absent) expect(html).not.toContain(words);
  });
});

test('the day has its place before it is known, and none when the plan has ended', () => {
  expect(render(known({}), { emailed: 1_023, saved: 1 })).toMatch(/emailed today<\/dt><dd>1,023<.*load saved today<\/dt><dd>1</);
  expect(render(known({}), null)).toMatch(/emailed today<\/dt><dd>–<.*loads saved today<\/dt><dd>–</);
  expect(render(known({ isBlocked: true }), { emailed: 1, saved: 1 })).not.toContain('emailed today');
});

test('a moment of today is told by the clock, an earlier one with its date', () => {
  const noon = new Date(2026, 8, 20, 12, 5).getTime();
  expect(formatMoment(noon, noon + 60_000)).toBe('12:05 PM');
  expect(formatMoment(noon, noon + 86_400_000)).toBe('Sep 20, 12:05 PM');
});
