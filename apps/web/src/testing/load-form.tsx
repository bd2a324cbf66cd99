import type { Driver } from '@headhaul/contracts/drivers';
import type { Fits } from '@headhaul/contracts/fit';
import type { Load } from '@headhaul/contracts/loads/record';
import type { CompanyRates, LoadProfit } from '@headhaul/contracts/profit';
import type { TeamMember } from '@headhaul/contracts/team';
import { Provider } from 'react-redux';
import { createStore } from '../app/store.ts';
import LoadFormPage from '../features/loads/form/page.tsx';
import { json, problem, type SentCall, stubNetwork, testSession } from './browser-doubles.ts';
import { loadRow, wholeLoad } from './load-rows.ts';
import { sampleCompany, sampleStop } from './office-samples.ts';
import { renderInApp } from './render-in-app.tsx';
import { renderWithStore } from './render-with-store.tsx';

/** Helpers for tests of the load form: a load to edit, and an API that answers. */

/** A booked load without a driver. */
export function formLoad(differs: Partial<Load> = {}): Load {
  return {
    ...wholeLoad(loadRow({ driverId: null, driverName: null }), 'BOOKED'),
    stops: [
      sampleStop({ id: '0190a000-0000-7000-8000-0000000000d1', city: 'Dallas', state: 'TX', day: '2026-11-13' }),
      sampleStop({ id: '0190a000-0000-7000-8000-0000000000d2', kind: 'DELIVERY', city: 'Denver', state: 'CO', day: '2026-11-14' }),
    ],
    ...differs,
  };
}

export function teamMember(userId: string, name: string): TeamMember {
  return {
    id: userId,
    userId,
    state: 'working',
    email: 'x@bluffline.example',
    name,
    familyName: 'Alvarez',
    role: 'member',
    canManageBilling: false,
    isYou: userId === testSession.id,
    lastActiveAt: null,
    invitedBy: null,
    invitedAt: null,
    expiresAt: null,
  };
}

interface Office {
  load?: Load;
  drivers?: Driver[];
  /** Drivers who are no longer in any list, but can be fetched by id. */
  others?: Driver[];
  members?: TeamMember[];
  /** Without it the API doesn't say who can make the load. */
  fits?: Fits;
  /** Without it the API doesn't say what the load brings. */
  profit?: (call: SentCall) => LoadProfit;
  rates?: CompanyRates;
  /** Without it the API answers 404 for the profile. */
  profile?: object | undefined;
  /** Answers the call that saves the load. */
  save: (call: SentCall) => Response | Promise<Response>;
}

export function serveLoadForm({
  load = formLoad(),
  drivers = [],
  others = [],
  members = [teamMember(testSession.id, 'Nina')],
  profile,
  fits,
  profit,
  rates,
  save,
}: Office) {
  const counts = { all: drivers.length, onLoad: 0, ready: 0, planned: 0, off: 0, inactive: 0, archived: 0 };
  const answers: Record<string, unknown> = {
    [`/api/loads/${load.id}`]: load,
    ...Object.fromEntries(others.map((driver) => [`/api/v2/drivers/by-id/${driver.id}`, driver])),
    '/api/companies/myCompany': sampleCompany,
    '/api/v2/drivers/all': { drivers, nextCursor: null, counts },
    '/api/companies/myCompany/rates': rates,
    '/api/users/me/profile': profile,
    '/api/fleet': { trucks: [], trailers: [] },
    '/api/user/team-members': { members, nextCursor: null, working: members.length, invited: 0, seats: 5 },
  };
  return stubNetwork((call) => {
    if (call.method !== 'GET' && ['/api/loads', `/api/loads/${load.id}`].includes(call.path)) return save(call);
    if (call.path === '/api/fits' && fits !== undefined) return json(200, fits);
    if (call.path === '/api/profits' && profit !== undefined) return json(200, profit(call));
    const answer = call.method === 'GET' ? answers[call.path] : undefined;
    return answer === undefined ? problem(404, 'not_found') : json(200, answer);
  });
}

/** The answer to a save when another person has saved the load meanwhile. */
export function staleAnswer(current: Load): Response {
  const problem = { type: 'about:blank', title: 'Stale', status: 412, code: 'version_stale', detail: 'Stale', instance: '/api/x' };
  return json(412, { ...problem, current });
}

export function openNewLoad() {
  return renderWithStore(<LoadFormPage />, '/dispatcher/create-my-load');
}

export function openLoadToEdit(loadId: string, store = createStore()) {
  return renderInApp(
    [
      {
        path: '/dispatcher/edit-my-load/:loadId',
        element: (
          <Provider store={store}>
            <LoadFormPage />
          </Provider>
        ),
      },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    `/dispatcher/edit-my-load/${loadId}`,
  );
}
