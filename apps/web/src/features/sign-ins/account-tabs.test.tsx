import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { teamIds } from '../../testing/team-samples.ts';
import { profileApi } from '../profile/profile.api.ts';
import { teamApi } from '../team/team.api.ts';
import { AccountTabs } from './account-tabs.public.tsx';

function Page() {
  const [endSession] = profileApi.useEndOneSessionMutation();
  const [remove] = teamApi.useRemoveAndHandOverMutation();
  const { id } = teamIds.jay;
  return (
    <>
      <AccountTabs />
      <button type="button" onClick={() => void endSession({ params: { id } })}>
        End
      </button>
      <button type="button" onClick={() => void remove({ params: { id }, body: {} })}>
        Remove
      </button>
    </>
  );
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

const signIn = {
  ...{ userId: testSession.id, name: 'Nina', isYou: true, isCurrent: false, userAgent: '', hasExtension: false, place: null, ip: null },
  ...{ signedInAt: '2026-11-16T16:00:00.000Z', lastActiveAt: '2026-11-16T16:00:00.000Z', isNewDevice: false, isNewPlace: false },
};

it.each(['End', 'Remove'])('the count of the sign-ins follows: %s', async (action) => {
  let open = [teamIds.nina.id, teamIds.jay.id];
  stubNetwork(({ method, path }) => {
    if (method !== 'GET') {
      open = open.slice(1);
      return new Response(null, { status: 204 });
    }
    if (path === '/api/team/sessions') return json(200, { signIns: open.map((id) => ({ ...signIn, id })) });
    return json(200, { members: [], nextCursor: null, working: 2, invited: 0, seats: 5 });
  });
  renderWithStore(<Page />, '/dispatcher/account-team');
  await screen.findByRole('link', { name: 'Sign-ins 2' });
  fireEvent.click(screen.getByRole('button', { name: action }));
  await screen.findByRole('link', { name: 'Sign-ins 1' });
});
