import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { formLoad, openNewLoad, serveLoadForm } from '../../../testing/load-form.tsx';
import { blankDraft } from './draft/draft.ts';

const formerName = `hh.load-draft.v1.${testSession.id}.new`;
const kept = JSON.stringify({ draft: { ...blankDraft(), linehaul: '1,240' }, keptAt: '2026-11-12T10:00:00.000Z', base: null });
const mine = { id: testSession.companyId, name: 'Bluff Line Logistics', isCurrent: true };
const other = { id: '0190a000-0000-7000-8000-0000000000c9', name: 'Other Carrier', isCurrent: false };

function serve(companies: readonly object[] | null) {
  const profile = { name: 'Nina', familyName: 'Alvarez', email: 'nina@bluffline.example', phone: null, timeZone: null, companies };
  return serveLoadForm({ save: () => json(200, formLoad()), profile: companies === null ? undefined : profile });
}

const linehaul = async () => ((await screen.findByLabelText('Linehaul')) as HTMLInputElement).value;

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  localStorage.setItem(formerName, kept);
});

describe('a new load that an earlier version kept without its company', () => {
  it('is shown to who has one company', async () => {
    serve([mine]);
    openNewLoad();
    expect(await linehaul()).toBe('1,240');
    expect(localStorage.getItem(formerName)).toBeNull();
  });

  it.each([
    ['whose companies are two', [mine, other]],
    ['whose companies are not known', null],
  ])('is neither shown nor lost to somebody %s', async (_, companies) => {
    serve(companies);
    openNewLoad();
    expect(await linehaul()).toBe('');
    expect(localStorage.getItem(formerName)).toBe(kept);
  });

  it('is asked about only where there is one', async () => {
    localStorage.removeItem(formerName);
    const calls = serve([mine]);
    openNewLoad();
    await linehaul();
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/user/team-members'));
    expect(calls.map(({ path }) => path)).not.toContain('/api/users/me/profile');
  });
});
