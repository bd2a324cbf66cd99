import type { Load } from '@headhaul/contracts/loads/record';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { formLoad, openLoadToEdit, serveLoadForm } from '../../../testing/load-form.tsx';
import { sampleDriver, sampleFit, sampleFits } from '../../../testing/office-samples.ts';
import { draftOfLoad } from './draft/from-load.ts';
import { freightOf, rankCandidates } from './draft-fits.ts';

const near = sampleDriver(81, { name: 'Wayne', familyName: 'Kowalczyk' });
const far = sampleDriver(82, { name: 'Bekzod', familyName: 'Karimov' });
const can = { ...sampleFit(81), driverId: near.id };
const cant = { ...sampleFit(82), driverId: far.id, verdict: 'CANT' as const, fact: 'Flatbed, load needs a van', deadhead: null };

function open(rows = [can, cant], load = formLoad()) {
  const calls = serveLoadForm({ load, drivers: [far, near], fits: sampleFits(rows), save: () => json(200, load) });
  openLoadToEdit(load.id);
  return { asked: () => calls.filter(({ path }) => path === '/api/fits').map(({ body }) => body), load };
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

describe('the driver that the form suggests', () => {
  it('is the first who can by the API’s answer, and the others say why not', async () => {
    const { asked, load } = open();
    const assign = await screen.findByRole('button', { name: 'Assign Wayne Kowalczyk' });
    expect(screen.getByText('At pickup 20 h early. 33 mi deadhead. Delivers 2 h 50 min early')).toBeDefined();
    expect(asked()).toMatchObject([{ freight: { exceptLoadId: load.id, stops: [{ city: 'Dallas' }, { city: 'Denver' }] } }]);
    const drivers = within(screen.getByLabelText('Driver')).getAllByRole('option');
    expect(drivers.map(({ textContent }) => textContent).slice(1)).toEqual([
      `Wayne Kowalczyk, ${near.truckNumber}, At pickup 20 h early`,
      `Bekzod Karimov, ${far.truckNumber}, Flatbed, load needs a van`,
    ]);
    fireEvent.click(assign);
    expect(screen.getByLabelText<HTMLSelectElement>('Driver').value).toBe(near.id);
    expect(screen.queryByRole('button', { name: 'Assign Wayne Kowalczyk' })).toBeNull();
    fireEvent.change(screen.getByLabelText('Empty miles'), { target: { value: '' } });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Empty miles').placeholder).toContain('33'));
  });

  it('is nobody when nobody can', async () => {
    open([cant]);
    await screen.findByText(/Flatbed, load needs a van/);
    expect(screen.queryByRole('button', { name: /^Assign / })).toBeNull();
  });

  it('is not asked for without a pickup time, a place or a day', () => {
    const load = formLoad();
    const draft = draftOfLoad(load, '2026-11-12');
    expect(freightOf(draft, null)?.stops).toHaveLength(2);
    const [pickup, delivery] = draft.stops;
    if (pickup === undefined || delivery === undefined) throw new Error('The draft has two stops');
    expect(freightOf({ ...draft, stops: [{ ...pickup, when: '11/13' }, delivery] }, null)).toBeNull();
    expect(freightOf({ ...draft, stops: [pickup, { ...delivery, place: 'Den' }] }, null)).toBeNull();
    expect(freightOf({ ...draft, stops: [pickup, { ...delivery, when: '' }] }, null)).toBeNull();
  });
});

it('drivers of whom nothing is known stay in their order, after the others', () => {
  expect(rankCandidates([far, near], [can]).map(({ name, fit }) => [name, fit?.verdict])).toEqual([
    ['Wayne Kowalczyk', 'CAN'],
    ['Bekzod Karimov', undefined],
  ]);
  expect(rankCandidates([far, { ...near, employment: 'INACTIVE' }], [])).toHaveLength(1);
});

describe('a load without a deadhead', () => {
  const save = async (load: Load, change: () => void) => {
    const calls = serveLoadForm({ load, drivers: [far, near], fits: sampleFits([can, cant]), save: () => json(200, load) });
    openLoadToEdit(load.id);
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/fits')).toBe(true));
    const empty = await screen.findByLabelText<HTMLInputElement>('Empty miles');
    expect(empty.value).toBe('');
    change();
    await waitFor(() =>
      expect(empty.placeholder).toContain(screen.getByLabelText<HTMLSelectElement>('Driver').value === load.driverId ? 'To the' : '33'),
    );
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(calls.some(({ method, path }) => method !== 'GET' && path === `/api/loads/${load.id}`)).toBe(true));
    return calls.find(({ method, path }) => method !== 'GET' && path === `/api/loads/${load.id}`)?.body;
  };

  it('stays without one for its own driver, so that saving changes no pay', async () => {
    const load = formLoad({ driverId: near.id, deadheadMiles: 0, payTerms: { model: 'PER_MILE', rate: 65 }, driverPayCents: 812 * 65 });
    const type = () => fireEvent.change(screen.getByLabelText('Linehaul'), { target: { value: '2,600' } });
    expect(await save(load, type)).toMatchObject({ linehaulCents: 260_000, deadheadMiles: 0, driverPayCents: null });
  });

  it('gets what is measured for the driver who takes it', async () => {
    const take = () => fireEvent.click(screen.getByRole('button', { name: 'Assign Wayne Kowalczyk' }));
    expect(await save(formLoad({ deadheadMiles: 0 }), take)).toMatchObject({ driverId: near.id, deadheadMiles: 33 });
  });
});
