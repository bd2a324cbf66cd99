import type { Driver } from '@headhaul/contracts/drivers';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../../shared/session/session-store.ts';
import { json, stubLocks, stubViewport, testSession } from '../../../../testing/browser-doubles.ts';
import { formLoad, openLoadToEdit, serveLoadForm, teamMember } from '../../../../testing/load-form.tsx';
import { sampleDriver } from '../../../../testing/office-samples.ts';

const dana = '0190a000-0000-7000-8000-0000000000e1';
const archived = sampleDriver(71, { name: 'Otto', familyName: 'Brandt', deletedAt: '2026-10-01T12:00:00Z' });
const inactive = sampleDriver(72, { name: 'Ruth', familyName: 'Ames', employment: 'INACTIVE' });
const active = sampleDriver(73, { name: 'Nate', familyName: 'Ferris' });
const load = formLoad({
  driverId: archived.id,
  driverName: 'Otto Brandt',
  coDriverId: inactive.id,
  coDriverName: 'Ruth Ames',
  dispatcherId: dana,
  dispatcherName: 'Dana Cole',
});

function open(loadToEdit = load, members = [teamMember(testSession.id, 'Nina')], others: Driver[] = [archived, inactive]) {
  const calls = serveLoadForm({ load: loadToEdit, drivers: [active], others, members, save: () => json(200, loadToEdit) });
  openLoadToEdit(loadToEdit.id);
  return () => calls.find(({ method, path }) => method === 'PUT' && path === `/api/loads/${loadToEdit.id}`)?.body;
}

/** What a select shows. */
async function shown(label: string): Promise<string | undefined> {
  return (await screen.findByLabelText<HTMLSelectElement>(label)).selectedOptions[0]?.textContent;
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

describe('the crew of a load whose people have gone', () => {
  it('shows who they are, and an unchanged save leaves them', async () => {
    const saved = open();
    await waitFor(async () => expect(await shown('Driver')).toBe('Otto Brandt (archived)'));
    await waitFor(async () => expect(await shown('Second driver')).toBe('Ruth Ames (inactive)'));
    await waitFor(async () => expect(await shown('Dispatcher')).toBe('Dana Cole (left the team)'));
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(saved()).toMatchObject({ driverId: archived.id, coDriverId: inactive.id, dispatcherId: dana }));
  });

  it('does not say that somebody has gone as long as nobody knows', async () => {
    open(load, undefined, []);
    expect(await shown('Driver')).toBe('Otto Brandt');
    expect(await shown('Second driver')).toBe('Ruth Ames');
  });

  it('says who left once where the account is gone with the name', async () => {
    open({ ...load, dispatcherName: 'Former member' });
    await waitFor(async () => expect(await shown('Dispatcher')).toBe('Former member'));
  });

  it('keeps a second driver in sight who is chosen as the first too', async () => {
    open({ ...load, driverId: null, driverName: null, coDriverId: active.id, coDriverName: 'Nate Ferris' });
    await screen.findByLabelText('Driver');
    fireEvent.change(screen.getByLabelText('Driver'), { target: { value: active.id } });
    expect(await shown('Second driver')).toBe('Nate Ferris');
  });

  it('says nothing of where a driver of this very load comes from, and takes no miles from its own delivery', async () => {
    const own = { ...active, readyAt: '2026-11-14T16:00:00Z', readyCity: 'Denver', readyState: 'CO', readyLat: 39.74, readyLng: -104.99 };
    const calls = serveLoadForm({
      load: { ...load, driverId: own.id, driverName: 'Nate Ferris' },
      drivers: [own],
      others: [],
      save: () => json(200, load),
    });
    openLoadToEdit(load.id);
    await waitFor(async () => expect(await shown('Driver')).toBe(`Nate Ferris, ${own.truckNumber}`));
    expect(screen.queryByText(/after the pickup|Empty now|Denver CO/)).toBeNull();
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/v2/drivers/all')).toBe(true));
    expect(screen.getByLabelText<HTMLInputElement>('Empty miles').placeholder).not.toMatch(/About/);
  });

  it('shows a dispatcher of the team by name', async () => {
    open(load, [teamMember(testSession.id, 'Nina'), teamMember(dana, 'Dana')]);
    await waitFor(async () => expect(await shown('Dispatcher')).toBe('Dana Alvarez'));
  });
});
