import type { CompanyRates, LoadProfit, ProfitDraft } from '@headhaul/contracts/profit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, type SentCall, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { formLoad, openLoadToEdit, openNewLoad, serveLoadForm } from '../../../testing/load-form.tsx';
import { sampleDriver, sampleFit, sampleFits, sampleProfit } from '../../../testing/office-samples.ts';
import { draftOfLoad } from './draft/from-load.ts';
import { profitDraftOf } from './draft-profit.ts';

const omar = sampleDriver(81, { name: 'Omar', familyName: 'Haddad', truckNumber: '126' });
const can = { ...sampleFit(81), driverId: omar.id, name: 'Omar Haddad', truckNumber: '126' };

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession({ ...testSession, isTeamOwner: true });
});

function open(profit: (call: SentCall) => LoadProfit, load = formLoad(), fits = sampleFits([can])) {
  const calls = serveLoadForm({ load, drivers: [omar], fits, profit, save: () => json(200, load) });
  openLoadToEdit(load.id);
  return () => calls.filter(({ path }) => path === '/api/profits').map(({ body }) => body as ProfitDraft);
}

const card = () => screen.findByRole('complementary', { name: 'Profit' });
const rows = (inside: HTMLElement) => [...within(inside).getByLabelText('Ledger').querySelectorAll('div')].map((row) => row.textContent);

describe('the profit card', () => {
  it('shows the figures, the scale, one sentence and the ledger of the driver who can make it', async () => {
    const asked = open(() => sampleProfit());
    const shown = await card();
    await within(shown).findByText('$454.69');
    expect(within(shown).getByLabelText<HTMLSelectElement>('Figures for').value).toBe(omar.id);
    await waitFor(() => expect(asked().at(-1)?.driverId).toBe(omar.id));
    expect(asked().at(-1)).toMatchObject({ stops: [{ city: 'Dallas' }, { city: 'Denver' }] });
    expect(within(shown).getByText('$413')).toBeDefined();
    expect(within(shown).getByText('This load $1,140')).toBeDefined();
    for (const [name, amount] of [
      ['Floor', '$899'],
      ['Target', '$1,073'],
      ['Ask', '$1,210'],
    ]) {
      const term = within(shown).getByText(name ?? '', { selector: 'dt' });
      expect(term.parentElement?.textContent).toBe(`${name}${amount}`);
    }
    expect(within(shown).getByText('$67 over target').closest('p')?.textContent).toBe('$67 over target, $70 under what you could ask');
    expect(rows(shown)).toEqual([
      'Linehaul$1,140.00',
      'Fuel429 mi at 6.5 mpg, $3.71 a gallon (Midwest, Nov 9)−$244.86',
      'Tollsnot included–',
      'Driver pay429 mi × $0.65−$278.85',
      'Factor fee2.5% of gross−$28.50',
      'Truck, fixed$121 a day × 1.1−$133.10',
      'Net before tolls$454.69',
    ]);
    expect(within(shown).getByRole('link', { name: 'Change' }).getAttribute('href')).toContain('rates-and-costs');
  });

  it('has no RPM over all miles while the deadhead isn’t known', async () => {
    open(() => sampleProfit({ rpm: null }), formLoad({ driverId: omar.id, loadedMiles: 812, milesSource: 'ENTERED', deadheadMiles: 0 }));
    const shown = await card();
    await within(shown).findByText('$454.69');
    expect(within(shown).getByText('RPM, loaded').nextElementSibling?.textContent).toBe('$2.89');
    expect(within(shown).queryByText('RPM, all miles')).toBeNull();
  });

  it('says in red that a rate is under the floor, and Save stays enabled', async () => {
    const { scale } = sampleProfit();
    open(() => sampleProfit({ scale: { ...scale, rateCents: 80_000, verdict: { tone: 'under-floor', text: '$99 under floor' } } }));
    const sentence = await screen.findByText('$99 under floor');
    expect(sentence.closest('p')?.dataset.tone).toBe('under-floor');
    expect(screen.getAllByRole<HTMLButtonElement>('button', { name: /^Save changes/ }).map(({ disabled }) => disabled)).not.toContain(true);
  });

  it('has a scale without the mark while the linehaul is empty', async () => {
    const { scale, ...rest } = sampleProfit({ grossCents: null, rpm: null, netCents: null, netPerDayCents: null });
    const asked = open(({ body }) => {
      const isEmpty = (body as ProfitDraft).linehaulCents === 0;
      const verdict = { tone: 'unknown' as const, text: 'Enter a rate' };
      return isEmpty ? { ...rest, scale: { ...scale, rateCents: null, verdict } } : sampleProfit();
    });
    await screen.findByText('This load $1,140');
    fireEvent.change(screen.getByLabelText('Linehaul'), { target: { value: '' } });
    await screen.findByText('Enter a rate');
    expect(screen.queryByText(/^This load/)).toBeNull();
    screen.getByText('Floor', { selector: 'dt' });
    expect(asked().at(-1)?.linehaulCents).toBe(0);
  });

  it('is the company’s average without a driver, and says so', async () => {
    const asked = open(
      ({ body }) => sampleProfit((body as ProfitDraft).driverId === null ? { basis: 'Average of your vans' } : {}),
      formLoad(),
      sampleFits([]),
    );
    const choice = await screen.findByLabelText<HTMLSelectElement>('Figures for');
    await waitFor(() => expect(choice.selectedOptions[0]?.textContent).toBe('Average of your vans'));
    expect(asked().at(-1)?.driverId).toBeNull();
    fireEvent.change(choice, { target: { value: omar.id } });
    await waitFor(() => expect(asked().at(-1)?.driverId).toBe(omar.id));
    expect(choice.value).toBe(omar.id);
    within(choice).getByText('Omar Haddad, truck 126');
  });

  it('says that it failed, and asks again', async () => {
    const faults = new Set(['down']);
    const load = formLoad();
    serveLoadForm({
      load,
      drivers: [],
      profit: () => {
        if (faults.size > 0) throw new TypeError('down');
        return sampleProfit();
      },
      save: () => json(200, load),
    });
    openLoadToEdit(load.id);
    const again = await screen.findByRole('button', { name: 'Try again' });
    faults.clear();
    fireEvent.click(again);
    await screen.findByText('$454.69');
  });

  it('asks nothing before both ends of the trip have a place', async () => {
    const calls = serveLoadForm({ profit: () => sampleProfit(), save: () => json(200, {}) });
    openNewLoad();
    await screen.findByText('Enter the pickup and the delivery to see what the load brings.');
    expect(calls.filter(({ path }) => path === '/api/profits')).toEqual([]);
  });
});

describe('profitDraftOf', () => {
  const load = formLoad({ driverId: omar.id, deadheadMiles: 33, driverPayCents: 40_000 });
  const draft = { ...draftOfLoad(load, '2026-11-12'), truckId: omar.id };

  it('has the load’s own pay, truck and deadhead only for its own driver', () => {
    expect(profitDraftOf(draft, load.id, omar.id)).toMatchObject({
      driverPayCents: 40_000,
      deadheadMiles: 33,
      truckId: omar.id,
      loadId: load.id,
    });
    expect(profitDraftOf(draft, load.id, null)).toMatchObject({ driverPayCents: null, deadheadMiles: null, truckId: null, driverId: null });
  });

  it('leaves a deadhead empty that nobody typed, so that the measured one is paid as it will be saved', () => {
    expect(profitDraftOf({ ...draft, deadheadMiles: '' }, null, omar.id)?.deadheadMiles).toBeNull();
    expect(profitDraftOf({ ...draft, deadheadMiles: '0' }, null, omar.id)?.deadheadMiles).toBe(0);
  });

  it('leaves pay empty that nobody typed, so that it stays by the driver’s terms', () => {
    const payOf = (driverPayCents: number, rate: number | null) => {
      const payTerms = rate === null ? null : { model: 'PER_LOAD' as const, rate };
      return draftOfLoad(formLoad({ driverId: omar.id, driverPayCents, payTerms }), '2026-11-12').driverPay;
    };
    expect([payOf(0, 60_000), payOf(0, null), payOf(60_000, 60_000), payOf(40_000, 60_000)]).toEqual(['', '', '', '400']);
  });

  it('leaves out stops between without a place, and is nothing without the first or the last one', () => {
    const [pickup, delivery] = draft.stops;
    if (pickup === undefined || delivery === undefined) throw new Error('The draft has two stops');
    const between = { ...pickup, key: 'x', place: 'Nowh' };
    expect(profitDraftOf({ ...draft, stops: [pickup, between, delivery] }, null, null)?.stops).toHaveLength(2);
    expect(profitDraftOf({ ...draft, stops: [pickup, { ...delivery, place: '' }] }, null, null)).toBeNull();
    expect(profitDraftOf({ ...draft, stops: [{ ...pickup, when: '' }, delivery] }, null, null)?.stops[0]?.day).toBeNull();
  });
});

it('a new load of a company that factors starts with its factor’s fee', async () => {
  const rates: CompanyRates = {
    floorPerMileCents: null,
    floorNetPerDayCents: null,
    targetPerMileCents: null,
    targetNetPerDayCents: null,
    askMarginBps: null,
    detentionPerHourCents: null,
    isFactored: true,
    factoringFeeBps: 325,
    driverPay: null,
    mpgLoaded: null,
    mpgEmpty: null,
    fixedCostPerDayCents: null,
  };
  serveLoadForm({ rates, save: () => json(200, {}) });
  openNewLoad();
  expect((await screen.findByLabelText<HTMLInputElement>('Factor’s fee, %')).value).toBe('3.25');
  expect(screen.getByLabelText<HTMLSelectElement>('Factoring').value).toBe('PENDING');
});
