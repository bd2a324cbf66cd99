import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleCompany } from '../../testing/office-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import CompanyPage from './company-page.tsx';

const gigabyte = 1024 ** 3;
const company = { ...sampleCompany, id: testSession.companyId, name: 'Bluffline Carriers LLC', mc: '1184420', address: 'Milwaukee, WI' };

function show(isTeamOwner: boolean, usedGb: number) {
  setSession({ ...testSession, isTeamOwner });
  const calls = stubNetwork(({ path }) => {
    if (path === '/api/limits/storage') {
      return json(200, { planName: 'Pro', usedBytes: usedGb * gigabyte, quotaBytes: 25 * gigabyte, kinds: [], fullOn: null });
    }
    return path.endsWith('/companies/myCompany') ? json(200, company) : problem(500, 'internal');
  });
  renderWithStore(<CompanyPage />, '/dispatcher/account-team/company');
  return calls;
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
});

describe('the header', () => {
  it('names the company, and says how full the storage is once that needs attention', async () => {
    show(true, 21.6);
    await screen.findByText('Storage 86% full');
    screen.getByRole('heading', { level: 1, name: 'Account & Team' });
  });

  it('says nothing of the storage to a member, and does not ask for it', async () => {
    const calls = show(false, 21.6);
    await screen.findByText('Only the owner of Bluffline Carriers LLC changes the company.');
    expect(screen.queryByText(/Storage/)).toBeNull();
    expect(calls.some(({ path }) => path === '/api/limits/storage')).toBe(false);
  });
});
