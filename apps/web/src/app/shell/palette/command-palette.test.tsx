import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleDriver, sampleLoad } from '../../../testing/office-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { CommandPalette } from './command-palette.tsx';

const load = sampleLoad(1, { loadNumber: '24806', brokerName: 'Kestrel Freight' });
const nate = sampleDriver(1, { name: 'Nate', familyName: 'Ferris', truckNumber: '118' });
const kestrel = {
  id: '0190a000-0000-7000-8000-0000000000b1',
  name: 'Kestrel Freight',
  mc: '123456',
  mark: 'NONE',
  markReason: null,
  paymentTermsDays: 30,
  grade: null,
  contactName: null,
  contactEmail: null,
  contactPhone: null,
  factor: null,
};

/** Answers the three searches and returns the requested addresses, in order. */
function serve({ isDown = false, isEmpty = false } = {}): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    const url = new URL(input.url);
    asked.push(url);
    if (isDown) return problem(503, 'unavailable');
    const some = <T,>(rows: T[]) => (isEmpty ? [] : rows);
    if (url.pathname === '/api/loads') return json(200, { loads: some([load]), nextCursor: null });
    if (url.pathname === '/api/brokers/suggestions') return json(200, { brokers: some([kestrel]) });
    const counts = { all: 1, onLoad: 0, ready: 1, planned: 0, off: 0, inactive: 0, archived: 0 };
    return json(200, { drivers: some([nate]), nextCursor: null, counts });
  });
  return asked;
}

const close = vi.fn();
const open = () => renderWithStore(<CommandPalette isOpen onClose={close} onLogout={() => undefined} />);
const field = () => screen.getByRole('combobox', { hidden: true });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (key: string) => fireEvent.keyDown(field(), { key });
const chosen = () => screen.getByRole('option', { selected: true, hidden: true }).textContent;

beforeEach(() => {
  close.mockClear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

it('has the focus as soon as it is there, so that no letter is lost to the screen below', () => {
  serve();
  open();
  expect(document.activeElement).toBe(field());
});

describe('Ctrl K', () => {
  it('asks nobody for a single letter', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const longPause = () => act(() => vi.advanceTimersByTimeAsync(10_000));
    const asked = serve();
    open();
    type('k');
    await longPause();
    expect(asked).toHaveLength(0);
    type('ke');
    await longPause();
    expect(asked).toHaveLength(3);
  });

  it('asks once after the typing paused, for five rows', async () => {
    const asked = serve();
    open();
    for (const text of ['ke', 'kes', 'kestrel']) type(text);
    screen.getByText('Looking through loads, drivers and brokers…');
    await screen.findByRole('group', { name: 'Loads', hidden: true });
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ pathname }) => pathname))).toEqual(
      new Set(['/api/loads', '/api/v2/drivers/all', '/api/brokers/suggestions']),
    );
    expect(asked.find(({ pathname }) => pathname === '/api/loads')?.search).toContain('search=kestrel&limit=5');
  });

  it('groups what it found, and the arrow keys walk through all groups', async () => {
    serve();
    const router = open();
    type('lo');
    await screen.findByRole('group', { name: 'Brokers', hidden: true });
    expect(screen.getAllByRole('group', { hidden: true }).map((group) => group.getAttribute('aria-label'))).toEqual([
      'Screens',
      'Loads',
      'Drivers',
      'Brokers',
    ]);
    press('ArrowUp');
    expect(chosen()).toBe('Kestrel FreightMC 123456');
    press('ArrowUp');
    expect(chosen()).toBe('Nate FerrisTruck 118');
    press('ArrowUp');
    expect(chosen()).toContain('24806');
    expect(chosen()).toContain('Kestrel Freight');
    press('Enter');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/dispatcher/my-loads/${load.id}`));
    expect(close).toHaveBeenCalled();
  });

  it.each([
    ['Nate Ferris', `/dispatcher/my-drivers/${nate.id}`],
    ['MC 123456', `/dispatcher/brokers/${kestrel.id}`],
  ])('opens %s', async (words, path) => {
    serve();
    const router = open();
    type('zz');
    fireEvent.click(await screen.findByText(words));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it('says that nothing was found, and not before it has looked', async () => {
    serve({ isEmpty: true });
    open();
    type('zzz');
    expect(screen.queryByText('No results for “zzz”.')).toBeNull();
    await screen.findByText('No results for “zzz”.');
  });

  it('says that it could not look, and still jumps to screens', async () => {
    serve({ isDown: true });
    const router = open();
    type('brokers');
    await screen.findByText(/could not be searched just now/);
    press('Enter');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dispatcher/brokers'));
  });
});
