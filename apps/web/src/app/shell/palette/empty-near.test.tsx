import type { EmptyNear } from '@headhaul/contracts/fit';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleCompany, sampleEmptyNear, sampleEmptyRow } from '../../../testing/office-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { CommandPalette } from './command-palette.tsx';

const wayne = sampleEmptyRow(1);
const tiana = sampleEmptyRow(2, { name: 'Tiana Okafor', miles: { miles: 95, source: 'ROAD' } });

function serve(answer: (query: URLSearchParams) => EmptyNear | null): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    const url = new URL(input.url);
    if (url.pathname === '/api/companies/myCompany') return json(200, sampleCompany);
    asked.push(url);
    const found = url.pathname === '/api/fits/empty' ? answer(url.searchParams) : null;
    return found === null ? problem(503, 'unavailable') : json(200, found);
  });
  return asked;
}

const close = vi.fn();
const open = () => renderWithStore(<CommandPalette isOpen onClose={close} onLogout={() => undefined} />);
const field = () => screen.getByRole('combobox', { hidden: true });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more });
const option = (name: RegExp) => screen.findByRole('option', { name, hidden: true });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-16T16:42:00Z') });
  close.mockClear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

describe('Ctrl K, empty near', () => {
  it('shows what it read in any order and what it ignored, and asks once', async () => {
    const asked = serve(() => sampleEmptyNear({ matches: [wayne, tiana], ignored: ['asap'] }));
    open();
    for (const text of ['empty van', 'empty van by tue 8a near dallas', 'empty van by tue 8a 150 please near dallas asap']) type(text);
    await option(/Wayne Kowalczyk/);
    const chips = ['Near Dallas, TX', 'Within 150 mi', 'Equipment Van', 'Empty by Tue 08:00 CST'];
    for (const chip of chips) screen.getByText((_, element) => element?.textContent === chip && element.tagName === 'SPAN');
    screen.getByText('ignored: asap please');
    screen.getByText('2 drivers');
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/fits/empty']);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      place: 'dallas asap',
      radiusMiles: '150',
      equipment: 'DRY_VAN',
      by: '2026-11-17T14:00:00.000Z',
    });
  });

  it('Enter opens the driver, f finds a load after the arrows, Ctrl Enter shows them on Drivers', async () => {
    serve(() => sampleEmptyNear({ matches: [wayne, tiana] }));
    const router = open();
    type('empty near dallas');
    await option(/Tiana Okafor/);
    press('f');
    expect(close).not.toHaveBeenCalled();
    press('ArrowDown');
    press('f');
    await waitFor(() => expect(router.state.location.search).toBe(`?dispatcher=all&find=${tiana.driverId}`));
  });

  it.each([
    ['Enter', {}, `/dispatcher/my-drivers/${wayne.driverId}`, ''],
    [
      'Enter',
      { ctrlKey: true },
      '/dispatcher/my-drivers',
      '?view=near&near=dallas&within=50&trailer=REEFER&by=2026-11-17T16%3A42%3A00.000Z',
    ],
  ])('%s %o', async (key, more, pathname, search) => {
    serve(() => sampleEmptyNear({ matches: [wayne] }));
    const router = open();
    type('empty near dallas 50 reefer');
    await option(/Wayne Kowalczyk/);
    press(key, more);
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname, search }));
    expect(close).toHaveBeenCalled();
  });

  it('takes the place that was meant', async () => {
    serve((query) =>
      query.get('place') === 'Dalas' ? sampleEmptyNear({ place: null, suggestion: 'Dallas, TX', matches: [] }) : sampleEmptyNear(),
    );
    open();
    type('empty near Dalas 50 mi');
    await screen.findByText('We don’t know “Dalas”. Did you mean Dallas, TX?');
    press('Enter');
    expect(field()).toHaveProperty('value', 'empty near Dallas, TX 50 mi');
    await option(/Wayne Kowalczyk/);
  });

  it('asks nobody without a place, and says that it could not look', async () => {
    const asked = serve(() => null);
    open();
    type('empty');
    await screen.findByText('Type a city or a ZIP: empty near Dallas.');
    expect(asked).toEqual([]);
    type('empty near 75201');
    await waitFor(() => expect(asked).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Looking for empty trucks…')).toBeNull());
  });
});
