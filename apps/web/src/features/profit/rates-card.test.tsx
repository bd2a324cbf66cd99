import type { Truck } from '@headhaul/contracts/fleet';
import type { CompanyRates } from '@headhaul/contracts/profit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { RatesCard } from './rates-card.public.tsx';

const none: CompanyRates = {
  floorPerMileCents: null,
  floorNetPerDayCents: null,
  targetPerMileCents: null,
  targetNetPerDayCents: null,
  askMarginBps: null,
  detentionPerHourCents: null,
  isFactored: null,
  factoringFeeBps: null,
  driverPay: null,
  mpgLoaded: null,
  mpgEmpty: null,
  fixedCostPerDayCents: null,
};

const truck: Truck = {
  id: '0190a000-0000-7000-8000-000000000126',
  number: '126',
  drivers: [{ id: '0190a000-0000-7000-8000-000000000081', name: 'Omar Haddad' }],
  make: 'Volvo',
  model: null,
  year: null,
  vin: null,
  plate: null,
  mpgLoaded: null,
  mpgEmpty: 7.9,
  fixedCostPerDayCents: null,
};

function open(rates: CompanyRates) {
  let kept = rates;
  const calls = stubNetwork(({ method, path, body }) => {
    if (path === '/api/fleet') return json(200, { trucks: [truck], trailers: [] });
    if (path === `/api/fleet/trucks/${truck.id}`) return json(200, { ...truck, ...(body as object) });
    if (path !== '/api/companies/myCompany/rates') return problem(404, 'not_found');
    if (method === 'PUT') kept = body as CompanyRates;
    return json(200, kept);
  });
  renderWithStore(<RatesCard />);
  return () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

const rates = () => screen.findByRole('form', { name: 'Rates and costs' });
const field = async (label: string) => within(await rates()).getByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save rates' }));

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession({ ...testSession, id: crypto.randomUUID() });
});

it('shows examples in empty fields, never as values, and can’t save what wasn’t changed', async () => {
  open(none);
  const mpg = await field('MPG loaded');
  expect([mpg.value, mpg.placeholder]).toEqual(['', '6.5']);
  for (const input of within(await rates()).getAllByRole<HTMLInputElement>('textbox')) expect(input.value).toBe('');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save rates' }).disabled).toBe(true);
});

it('saves dollars as cents and percents as hundredths, and what is empty as not set', async () => {
  const sent = open(none);
  await type('MPG loaded', '6.55');
  await type('Target, $ a mile', '$2.50');
  await type('Floor over break-even, $ a day', '200');
  await type('Truck, fixed cost, $ a day', '0');
  await type('Drivers are usually paid', 'PER_MILE');
  await type('Dollars a mile', '.65');
  await type('Factoring', 'true');
  await type('Factor’s fee, %', '2.5%');
  save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toEqual({
    ...none,
    mpgLoaded: 6.55,
    targetPerMileCents: 250,
    floorNetPerDayCents: 20_000,
    fixedCostPerDayCents: 0,
    driverPay: { model: 'PER_MILE', rate: 65 },
    isFactored: true,
    factoringFeeBps: 250,
  });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save rates' }).disabled).toBe(true));
  expect((await field('MPG loaded')).value).toBe('6.55');
});

it('says what can’t be read, and sends nothing', async () => {
  const sent = open(none);
  await type('MPG loaded', 'six');
  await type('Target, $ a mile', '2,000');
  save();
  await screen.findByText('Write it like 6.5');
  await screen.findByText('At most $1,000');
  expect(sent()).toEqual([]);
});

it('forgets the factor’s fee of a company that no longer factors', async () => {
  const sent = open({ ...none, isFactored: true, factoringFeeBps: 300 });
  await type('Factoring', 'false');
  expect(screen.queryByLabelText('Factor’s fee, %')).toBeNull();
  save();
  await waitFor(() => expect(sent()[0]).toMatchObject({ isFactored: false, factoringFeeBps: null }));
});

it('saves a truck’s own figures, and leaves the rest of the truck alone', async () => {
  const sent = open(none);
  await screen.findByText(/^For trucks that differ; 1 of 1 does\./);
  expect(screen.queryByRole('form', { name: 'Truck 126' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show 1' }));
  const row = await screen.findByRole('form', { name: 'Truck 126' });
  within(row).getByText('Omar Haddad');
  expect(within(row).getByLabelText<HTMLInputElement>('MPG empty').value).toBe('7.9');
  fireEvent.change(within(row).getByLabelText('MPG loaded'), { target: { value: '6.8' } });
  fireEvent.click(within(row).getByRole('button', { name: 'Save truck 126' }));
  await waitFor(() =>
    expect(sent()).toMatchObject([{ number: '126', make: 'Volvo', mpgLoaded: 6.8, mpgEmpty: 7.9, fixedCostPerDayCents: null }]),
  );
});

it('says that the rates could not be loaded, with a way to try again', async () => {
  stubNetwork(() => problem(500, 'internal'));
  renderWithStore(<RatesCard />);
  await screen.findByText('Couldn’t load your rates.');
  screen.getByRole('button', { name: 'Try again' });
});
