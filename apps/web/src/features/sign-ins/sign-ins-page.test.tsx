import type { SignIn } from '@headhaul/contracts/sign-ins';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import SignInsPage from './sign-ins-page.tsx';

vi.mock('../../shared/notify.ts', () => ({ notify: vi.fn() }));

const ids = { here: crypto.randomUUID(), phone: crypto.randomUUID(), jay: crypto.randomUUID() };
const jay = crypto.randomUUID();

function signIn(some: Partial<SignIn>): SignIn {
  return {
    id: ids.here,
    userId: testSession.id,
    name: 'Nina Kovac',
    isYou: true,
    isCurrent: false,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    hasExtension: false,
    place: 'Milwaukee, WI',
    ip: '203.0.113.18',
    signedInAt: '2026-11-10T12:00:00.000Z',
    lastActiveAt: '2026-11-10T12:00:00.000Z',
    isNewDevice: false,
    isNewPlace: false,
    ...some,
  };
}

const here = signIn({ isCurrent: true, hasExtension: true });
const phone = signIn({ id: ids.phone, place: null, ip: '2001:db8::4c' });
const away = signIn({
  id: ids.jay,
  userId: jay,
  name: 'Jay Ortiz',
  isYou: false,
  place: 'Phoenix, AZ',
  isNewPlace: true,
  isNewDevice: true,
});

function visit(signIns: SignIn[] | Response, answer: () => Response = () => new Response(null, { status: 204 })) {
  const calls = stubNetwork(({ method, path }) => {
    if (method === 'POST') return answer();
    if (path === '/api/team/sessions') return signIns instanceof Response ? signIns.clone() : json(200, { signIns });
    return json(200, { members: [], nextCursor: null, working: 4, invited: 0, seats: 5 });
  });
  renderWithStore(<SignInsPage />, '/dispatcher/account-team/sign-ins');
  return () => calls.filter(({ method }) => method === 'POST').map(({ path }) => path);
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

describe('sign-ins', () => {
  it('show device, extension, place and address by person', async () => {
    visit([here, phone, away]);
    await screen.findByText('This device');
    const [, own, other, jays] = screen.getAllByRole('row') as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
    for (const words of ['Nina Kovac', 'Chrome on Windows', 'with the extension', 'Milwaukee, WI', '203.0.113.18', 'Now', 'This device']) {
      within(own).getByText(words);
    }
    within(other).getByText('Place not known');
    within(other).getByText('2001:db8::4c');
    within(jays).getByText('Phoenix, AZ, new place');
    within(jays).getByText('first time on this device');
    screen.getByText('3 sign-ins, 2 members');
    screen.getByText('1 from a new place');
    expect(screen.getByRole('link', { name: 'Sign-ins 3' }).getAttribute('aria-current')).toBe('page');
  });

  it('end by the button, and by e on the one that j moved to; never this device', async () => {
    const sent = visit([here, phone]);
    fireEvent.click(await screen.findByRole('button', { name: 'End session of Nina Kovac, Chrome on Windows' }));
    await vi.waitFor(() => expect(sent()).toEqual([`/api/team/sessions/${ids.phone}/end`]));
    const press = (key: string) =>
      act(async () => void fireEvent.keyDown(document.documentElement, { key, code: `Key${key.toUpperCase()}` }));
    await press('j');
    await press('e');
    expect(sent()).toHaveLength(1);
    await press('j');
    await press('e');
    await vi.waitFor(() => expect(sent()).toHaveLength(2));
  });

  it('that are new ask whose they were', async () => {
    const sent = visit([here, away]);
    const bar = await screen.findByRole('region', { name: 'New sign-ins' });
    within(bar).getByText(/^Jay signed in from Phoenix, AZ on Nov 10/);
    fireEvent.click(within(bar).getByRole('button', { name: 'It was Jay' }));
    await vi.waitFor(() => expect(sent()).toEqual([`/api/team/sessions/${ids.jay}/confirm`]));
  });

  it('end all but mine only after the question', async () => {
    const sent = visit([here, phone, away], () => json(200, { ended: 2 }));
    fireEvent.click(await screen.findByRole('button', { name: 'End all but mine' }));
    expect(sent()).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'End 2 sessions' }));
    await vi.waitFor(() => expect(sent()).toEqual(['/api/team/sessions/end-others']));
  });

  it('offline nothing can be ended, and the button says why', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    visit([here, phone]);
    const button = await screen.findByRole('button', { name: /^End session/ });
    expect(button).toHaveProperty('disabled', true);
    expect(button.title).toBe('You are offline. Sessions can be ended once you are back.');
  });

  it('that don’t come say so, with the code', async () => {
    visit(problem(503, 'unavailable'));
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load sign-ins');
  });

  it('of one browser alone say that there are no others', async () => {
    visit([here]);
    await screen.findByText('Nobody else is signed in.');
    expect(screen.queryByRole('button', { name: 'End all but mine' })).toBeNull();
  });
});
