import { placeLabel } from '@headhaul/contracts/places';
import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { useLocation } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { api } from '../../../shared/api/api.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import LoadFormPage from './page.tsx';

const brokerId = '0190a000-0000-7000-8000-0000000000b1';

const louisville = {
  id: 'louisville,ky',
  city: 'Louisville',
  state: 'KY',
  zip: null,
  county: 'Jefferson',
  lat: 38.25,
  lng: -85.76,
  timeZone: 'America/Kentucky/Louisville',
};
const conley = {
  id: '30288',
  city: 'Conley',
  state: 'GA',
  zip: '30288',
  county: 'Clayton',
  lat: 33.64,
  lng: -84.33,
  timeZone: 'America/New_York',
};

const answers: Record<string, unknown> = {
  'GET /api/companies/myCompany': {
    id: testSession.companyId,
    name: 'Bluff Line Logistics',
    mc: null,
    dot: null,
    address: null,
    phone: null,
    timeZone: 'America/Chicago',
    weekStartsOn: 'MONDAY',
    weekCountsBy: 'DELIVERY',
    seats: 5,
    logo: null,
  },
  'GET /api/v2/drivers/all': {
    drivers: [],
    nextCursor: null,
    counts: { all: 0, onLoad: 0, ready: 0, planned: 0, off: 0, inactive: 0, archived: 0 },
  },
  'GET /api/fleet': { trucks: [], trailers: [] },
  'GET /api/user/team-members': { members: [], nextCursor: null, working: 1, invited: 0, seats: 5 },
  'GET /api/brokers/suggestions': {
    brokers: [
      {
        id: brokerId,
        name: 'Lakeshore Freight',
        mc: '428816',
        mark: 'BLOCKED',
        markReason: 'Paid short twice',
        paymentTermsDays: 45,
        grade: null,
        contactName: 'Kelly Brandt',
        contactEmail: 'kelly@lakeshore.example',
        contactPhone: null,
        factor: null,
      },
    ],
  },
  'GET /api/places': { places: [louisville, conley] },
  'GET /api/loads/places': {
    places: [{ city: 'Conley', state: 'GA', zip: '30288', facility: null, address: null, timeZone: 'America/New_York', stops: 9 }],
  },
};

let milesSource = 'NETWORK';
let notAsked: string | null = null;
function answer({ method, path, body }: SentCall): Response {
  if (path === '/api/places/locate') {
    const { addresses } = body as { addresses: string[] };
    return json(200, { points: addresses.map((address) => [louisville, conley].find((place) => placeLabel(place) === address) ?? null) });
  }
  if (path === '/api/roads/measure')
    return json(200, {
      routes: [{ miles: 421, source: milesSource, week: null, isOlder: false, notAsked, lines: ['_sgfF~c|nO'], lineSource: 'NETWORK' }],
    });
  const known = answers[`${method} ${path}`];
  return known === undefined ? problem(404, 'not_found') : json(200, known);
}

function Elsewhere() {
  return <p>{useLocation().pathname}</p>;
}

let store = makeStore();
function makeStore() {
  return configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) });
}

function Page() {
  return (
    <Provider store={store}>
      <LoadFormPage />
    </Provider>
  );
}

function openForm() {
  store = makeStore();
  const routes = [
    { path: '/dispatcher/create-my-load', Component: Page },
    { path: '*', Component: Elsewhere },
  ];
  renderInApp(routes, '/dispatcher/create-my-load');
}

/** What the person at the keyboard does: types into whatever has the focus, and presses keys. */
function type(text: string) {
  const field = document.activeElement as HTMLInputElement;
  fireEvent.change(field, { target: { value: text } });
}

function press(key: string, modifiers: { ctrlKey?: boolean } = {}) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, code: key, ...modifiers });
}

const focused = () => (document.activeElement as HTMLElement | null)?.dataset.formField;
const suggestion = (words: RegExp) =>
  waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContainEqual(expect.stringMatching(words)));

let calls: SentCall[] = [];

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  calls = stubNetwork(answer);
});

async function typeALoad() {
  await screen.findByLabelText('Broker or MC');
  expect(focused()).toBe('broker');
  type('lake');
  await suggestion(/Lakeshore Freight, MC 428816/);
  press('Enter');
  expect(screen.getByLabelText<HTMLInputElement>('Broker or MC').value).toBe('Lakeshore Freight, MC 428816');
  press('Enter');
  type('LFP-88240');
  press('Enter');
  press('Enter');
  expect(focused()).toBe('stops.0.place');
  type('lou');
  await suggestion(/Louisville, KY/);
  press('Enter');
  press('Enter');
  type('Ohio River Paper DC');
  press('Enter');
  expect(focused()).toBe('stops.0.when');
  type('11/13 8am');
  press('Enter');
  expect(focused()).toBe('stops.1.place');
  type('con');
  await suggestion(/Conley, GA 30288.*You delivered here 9 times/);
  press('Enter');
  press('Enter');
  press('Enter');
  type('sat 2pm to 6pm');
}

it('a load is typed and booked without the mouse', async () => {
  openForm();
  await typeALoad();
  await screen.findByText(/14:00 to 18:00 EST/);
  screen.getByText('1 thing left: rate', { exact: false });

  press('Enter', { ctrlKey: true });
  expect(focused()).toBe('linehaul');
  screen.getByText('Enter the rate');
  expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/loads')).toBe(false);

  type('1,240');
  press('Enter', { ctrlKey: true });
  await waitFor(() => expect(calls.some(({ method, path }) => method === 'POST' && path === '/api/loads')).toBe(true));
  const sent = calls.find(({ method, path }) => method === 'POST' && path === '/api/loads')?.body;
  expect(sent).toMatchObject({
    brokerId,
    brokerContactName: 'Kelly Brandt',
    paymentTermsDays: 45,
    rc: 'LFP-88240',
    linehaulCents: 124_000,
    stops: [
      { kind: 'PICKUP', city: 'Louisville', state: 'KY', facility: 'Ohio River Paper DC', time: '08:00' },
      { kind: 'DELIVERY', city: 'Conley', state: 'GA', zip: '30288', time: '14:00', endTime: '18:00' },
    ],
  });
});

it('what was typed is there again after leaving, and stays when the server refuses', async () => {
  openForm();
  await typeALoad();
  cleanup();
  openForm();
  expect((await screen.findByLabelText<HTMLInputElement>('Broker or MC')).value).toBe('Lakeshore Freight, MC 428816');
  expect(screen.getByLabelText<HTMLInputElement>('Delivery, when').value).toBe('sat 2pm to 6pm');
  screen.getAllByText(/Draft kept \d\d:\d\d/);
});

it('a blocked broker is named with the reason', async () => {
  answers[`GET /api/brokers/${brokerId}`] = {
    id: brokerId,
    version: 1,
    name: 'Lakeshore Freight',
    dba: null,
    dot: null,
    mc: '428816',
    address: null,
    phone: null,
    paymentTermsDays: 45,
    grade: null,
    detentionFreeMinutes: 120,
    detentionPerHourCents: null,
    notes: null,
    mark: 'BLOCKED',
    markReason: 'Paid short twice',
    history: {
      loads: 2,
      grossCents: 0,
      rpmCents: null,
      paidLoads: 0,
      daysToPayMean: null,
      daysToPayMedian: null,
      shortPays: 2,
      shortPaidCents: 0,
      openCents: 0,
      detentionAsked: 0,
      detentionPaid: 0,
      firstLoadAt: null,
      lastLoadAt: null,
    },
    risks: [],
    score: null,
    reasons: [],
    contacts: [],
    domains: [],
    topLanes: [],
  };
  openForm();
  await screen.findByLabelText('Broker or MC');
  type('lake');
  await suggestion(/Blocked/);
  press('Enter');
  await screen.findByText('Blocked by your team: Paid short twice', { exact: false });
});

it('suggested brokers have their letter and what the factor says', async () => {
  const suggested = answers['GET /api/brokers/suggestions'] as { brokers: object[] };
  const [first] = suggested.brokers;
  const approved = { status: 'APPROVED', limitCents: 2_500_000, usedCents: 942_000, asOf: '2026-11-12' };
  const brokers = [
    { ...first, id: crypto.randomUUID(), name: 'Lake One', mark: 'NONE', grade: 'B', factor: approved },
    { ...first, id: crypto.randomUUID(), name: 'Lake Two', mark: 'NONE', grade: 'F', factor: { ...approved, status: 'DECLINED' } },
    { ...first, id: crypto.randomUUID(), name: 'Lake Three', mark: 'NONE' },
  ];
  calls = stubNetwork((call) => (call.path === '/api/brokers/suggestions' ? json(200, { brokers }) : answer(call)));
  openForm();
  await screen.findByLabelText('Broker or MC');
  type('lake');
  await suggestion(/Lake One/);
  const list = within(screen.getByRole('listbox', { name: 'Broker or MC' }));
  const names = list.getAllByRole('option').map((option) => option.textContent);
  expect(names).toEqual(['Lake One, MC 428816$15,580 leftB', 'Lake Two, MC 428816DeclinedF', 'Lake Three, MC 428816']);
  list.getByRole('img', { name: 'Letter F' });
  expect(list.getByText('Declined').dataset.tone).toBe('bad');
  expect(list.getByText('$15,580 left').dataset.tone).toBe('good');
  // One request has all of it.
  expect(calls.filter(({ path }) => path.startsWith('/api/factoring')).length).toBe(0);
});

it('Alt with an arrow moves a stop, and the focus stays in it', async () => {
  openForm();
  await screen.findByLabelText('Broker or MC');
  act(() => screen.getByLabelText('Delivery, facility').focus());
  type('Southline');
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp', altKey: true });
  expect(screen.getAllByRole<HTMLInputElement>('combobox', { name: /facility/ }).map(({ value }) => value)).toEqual(['Southline', '']);
  expect((document.activeElement as HTMLInputElement).value).toBe('Southline');
});

it.each<[source: string, words: string, why?: string]>([
  ['NETWORK', '421 mi loaded to Conley'],
  ['OWN_LOADS', '421 mi loaded to Conley'],
  ['ESTIMATE', 'About 421 mi loaded to Conley'],
  ['PROVIDER', '421 mi loaded to Conley, by the maps service'],
  ['NETWORK', '421 mi loaded to Conley, highway miles: your maps limit for today is used up', 'DAY_LIMIT'],
])('says where the miles come from: %s', async (source, miles, why) => {
  milesSource = source;
  notAsked = why ?? null;
  openForm();
  await typeALoad();
  expect(await screen.findByText(miles)).toBeTruthy();
});
