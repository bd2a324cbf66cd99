import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubViewport, testSession, watchKeys } from '../../../testing/browser-doubles.ts';
import { formLoad, openLoadToEdit, openNewLoad, serveLoadForm, staleAnswer } from '../../../testing/load-form.tsx';

const load = formLoad();

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
