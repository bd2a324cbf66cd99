import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadInput } from '@headhaul/contracts/loads/input';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubViewport, testSession, watchKeys } from '../../../testing/browser-doubles.ts';
import { formLoad, openLoadToEdit, openNewLoad, serveLoadForm, staleAnswer } from '../../../testing/load-form.tsx';
import { sampleDriver, sampleFit, sampleFits } from '../../../testing/office-samples.ts';

const load = formLoad();
const near = sampleDriver(81, { name: 'Wayne', familyName: 'Boyd' });
const far = sampleDriver(82, { name: 'Joan', familyName: 'Pruitt' });
const can = sampleFit(81, { driverId: near.id, name: 'Wayne Boyd' });
const cant = sampleFit(82, {
  driverId: far.id,
  name: 'Joan Pruitt',
  verdict: 'CANT',
  fact: 'Flatbed, load needs a van',
  reasons: [{ kind: 'EQUIPMENT', words: 'Flatbed, load needs a van', minutes: null }],
});

async function typeALoad() {
  await screen.findByLabelText('Broker or MC');
  const typed = {
    broker: 'Lakeshore Freight, MC 428816',
    'stops.0.place': 'Dallas, TX',
    'stops.0.when': '11/13 8am',
    'stops.1.place': 'Denver, CO',
    'stops.1.when': '11/14 8am',
    linehaul: '1,240',
  };
  for (const [name, value] of Object.entries(typed)) {
    fireEvent.change(document.querySelector(`[data-form-field="${name}"]`) as Element, { target: { value } });
  }
}

const factorQuestion = {
  type: 'about:blank',
  title: 'Confirm',
  status: 422,
  code: 'confirmation_needed',
  confirm: 'FACTOR',
  instance: '/api/loads',
};

const save = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });

/** Clicks twice before the screen can draw the effect of the first click. */
async function clickTwice(name: string) {
  const button = await screen.findByRole('button', { name });
  act(() => {
    button.click();
    button.click();
  });
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

describe('Book load', () => {
  it('sends the same key again after a lost answer, and another one once the load is another', async () => {
    const calls = serveLoadForm({
      save: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    const keys = watchKeys('/api/loads');
    openNewLoad();
    await typeALoad();
    for (const tries of [1, 2, 3]) {
      if (tries === 3) fireEvent.change(screen.getByLabelText('Linehaul'), { target: { value: '1,300' } });
      save();
      await waitFor(() => expect(keys).toHaveLength(tries));
      await waitFor(() => expect(screen.getByRole('button', { name: 'Save as draft' }).dataset.loading).toBeUndefined());
    }
    const [first, second, third] = calls.filter(({ method, path }) => method === 'POST' && path === '/api/loads').map(({ body }) => body);
    expect(second).toEqual(first);
    expect(keys[1]).toBe(keys[0]);
    expect(third).not.toEqual(first);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('asks about the driver and then about the factor, and sends both answers', async () => {
    const calls = serveLoadForm({
      save: ({ body }) => {
        const sent = body as { confirmDoubleBooking: boolean; confirmFactor: boolean };
        if (!sent.confirmDoubleBooking) return problem(422, 'confirmation_needed', 'Nate Ferris has load 24799 at that time.');
        if (!sent.confirmFactor) return json(422, { ...factorQuestion, detail: 'Ridgeway declined Lakeshore on Nov 12, 2026.' });
        return json(200, load);
      },
    });
    openNewLoad();
    await typeALoad();
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Book anyway' }));
    await screen.findByText('Ridgeway declined Lakeshore on Nov 12, 2026.');
    expect(screen.getByText('Your factor may not buy this invoice')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Book anyway' }));
    await screen.findByText('Elsewhere');
    const sent = calls.filter(({ method, path }) => method === 'POST' && path === '/api/loads').map(({ body }) => body);
    expect(sent).toMatchObject([
      { confirmDoubleBooking: false, confirmFactor: false },
      { confirmDoubleBooking: true, confirmFactor: false },
      { confirmDoubleBooking: true, confirmFactor: true },
    ]);
  });

  /** Answers as the API does until the person has agreed. */
  const doubtful = (row: FitRow) => (call: SentCall) => {
    const { driverId, anyway } = call.body as LoadInput;
    if (driverId !== row.driverId || anyway !== undefined) return json(200, load);
    return json(422, { ...factorQuestion, confirm: 'FIT', detail: `${row.name}: ${row.fact}.`, current: row });
  };
  const sentBodies = (calls: readonly SentCall[]) =>
    calls.filter(({ method, path }) => method === 'POST' && path === '/api/loads').map(({ body }) => body);
  const choose = async (name: RegExp, driverId: string) => {
    const drivers = await screen.findByLabelText('Driver');
    await within(drivers).findByRole('option', { name });
    fireEvent.change(drivers, { target: { value: driverId } });
  };

  it('asks about a driver who can’t as the assign menu does, and sends the typed reason', async () => {
    const calls = serveLoadForm({ drivers: [far, near], fits: sampleFits([can, cant]), save: doubtful(cant) });
    openNewLoad();
    await typeALoad();
    await choose(/^Joan Pruitt/, far.id);
    save();
    const question = within(await screen.findByRole('dialog', { name: 'Joan can’t make this load' }));
    expect(question.getByText('Dallas → Denver: Flatbed, load needs a van')).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Assign anyway' }));
    expect(question.getByText('Say why this trailer is fine')).toBeTruthy();
    fireEvent.change(question.getByLabelText('Reason to assign it anyway'), { target: { value: 'Broker takes a flatbed' } });
    fireEvent.click(question.getByRole('button', { name: 'Assign anyway' }));
    await screen.findByText('Elsewhere');
    const [first, second] = sentBodies(calls);
    expect(first).not.toHaveProperty('anyway');
    expect(second).toMatchObject({ driverId: far.id, anyway: { reason: 'Broker takes a flatbed', seen: ['EQUIPMENT'] } });
  });

  it('books it for the driver who can instead, with their empty miles', async () => {
    const calls = serveLoadForm({ drivers: [far, near], fits: sampleFits([can, cant]), save: doubtful(cant) });
    openNewLoad();
    await typeALoad();
    await choose(/^Joan Pruitt.*needs a van$/, far.id);
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Assign Wayne instead' }));
    await screen.findByText('Elsewhere');
    expect(sentBodies(calls)[1]).toMatchObject({ driverId: near.id, deadheadMiles: can.deadhead?.miles });
    expect(sentBodies(calls)[1]).not.toHaveProperty('anyway');
  });

  it('asks in a small question when it isn’t known, and changes nothing when it is canceled', async () => {
    const calls = serveLoadForm({
      drivers: [far, near],
      save: doubtful({ ...cant, verdict: 'NOT_KNOWN', fact: 'Location not known', reasons: [] }),
    });
    openNewLoad();
    await typeALoad();
    await choose(/^Joan Pruitt/, far.id);
    save();
    const question = within(await screen.findByRole('dialog', { name: 'Location not known. Assign anyway?' }));
    expect(question.getByText(/^Dallas to Denver, for Joan Pruitt\./)).toBeTruthy();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentBodies(calls)).toHaveLength(1);
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Assign anyway' }));
    await screen.findByText('Elsewhere');
    expect(sentBodies(calls).at(-1)).toMatchObject({ anyway: { reason: null, seen: [] } });
  });

  it('asks about the second driver’s other load after the question about the first, and sends both answers', async () => {
    const calls = serveLoadForm({
      drivers: [far, near],
      save: (call) => {
        const { anyway, confirmDoubleBooking } = call.body as LoadInput;
        if (anyway === undefined) return doubtful({ ...cant, verdict: 'NOT_KNOWN', fact: 'Location not known', reasons: [] })(call);
        if (confirmDoubleBooking !== true) return problem(422, 'confirmation_needed', 'Wayne Boyd has load 24799 at that time.');
        return json(200, load);
      },
    });
    openNewLoad();
    await typeALoad();
    await choose(/^Joan Pruitt/, far.id);
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Assign anyway' }));
    await screen.findByText('Wayne Boyd has load 24799 at that time.');
    fireEvent.click(screen.getByRole('button', { name: 'Book anyway' }));
    await screen.findByText('Elsewhere');
    const [, second, third] = sentBodies(calls);
    expect(second).toMatchObject({ anyway: { reason: null }, confirmDoubleBooking: false });
    expect(third).toMatchObject({ anyway: { reason: null }, confirmDoubleBooking: true });
  });

  it('anyway has a key of its own, and goes out once for two clicks', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const calls = serveLoadForm({
      save: ({ body }) =>
        (body as { confirmDoubleBooking: boolean }).confirmDoubleBooking
          ? promise
          : problem(422, 'confirmation_needed', 'Nate Ferris has load 24799 at that time.'),
    });
    const keys = watchKeys('/api/loads');
    openNewLoad();
    await typeALoad();
    save();
    await clickTwice('Book anyway');
    await waitFor(() => expect(keys).toHaveLength(2));
    save();
    resolve(json(200, load));
    await screen.findByText('Elsewhere');
    expect(keys).toHaveLength(2);
    expect(keys[1]).not.toBe(keys[0]);
    expect(calls.filter(({ method, path }) => method === 'POST' && path === '/api/loads')).toHaveLength(2);
  });
});

describe('Save the load, in the comparison of two people’s changes', () => {
  it('goes out once for two clicks', async () => {
    const current = { ...load, version: 2, linehaulCents: 300_000, grossCents: 300_000 };
    const { promise, resolve } = Promise.withResolvers<Response>();
    const calls = serveLoadForm({
      load,
      save: () => (saved().length === 1 ? staleAnswer(current) : promise),
    });
    const saved = () => calls.filter(({ method, path }) => method === 'PUT' && path === `/api/loads/${load.id}`);
    openLoadToEdit(load.id);
    fireEvent.change(await screen.findByLabelText('Linehaul'), { target: { value: '2,900' } });
    save();
    await clickTwice('Save the load');
    await waitFor(() => expect(saved()).toHaveLength(2));
    resolve(json(200, { ...current, version: 3 }));
    await screen.findByText('Elsewhere');
    expect(saved()).toHaveLength(2);
  });
});
