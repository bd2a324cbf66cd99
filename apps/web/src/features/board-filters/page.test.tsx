import type { BoardFilterList } from '@headhaul/contracts/boards/filters';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ToastContainer } from 'react-toastify/unstyled';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleFilter, sampleFilterList, sampleUse } from '../../testing/filter-samples.ts';
import { sampleCompany, sampleDriver } from '../../testing/office-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import SmartFiltersPage from './page.tsx';

const path = '/dispatcher/smart-filters';
const shared = sampleFilter(1);
const own = sampleFilter(2, { name: 'Reefer, West', isShared: false });

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

/** Answers as the API would, with this list. `answer` is asked first about everything that isn't a GET. */
function visit(list: BoardFilterList, at = path, answer: (call: SentCall) => Response | null = () => null) {
  const calls = stubNetwork((call) => {
    if (call.path === '/api/companies/myCompany') return json(200, sampleCompany);
    if (call.method === 'GET' && call.path === '/api/v2/drivers/all')
      return json(200, {
        drivers: [sampleDriver(1, { equipment: 'DRY_VAN', minRpmCents: 225, readyCity: 'Tulsa', readyState: 'OK' })],
        nextCursor: null,
        counts: { all: 1, onLoad: 0, ready: 1, planned: 0, off: 0, inactive: 0, archived: 0 },
      });
    if (call.method === 'GET') return json(200, list);
    return answer(call) ?? json(200, call.path.endsWith('/choice') ? { revision: 8 } : sampleFilter(9, { isShared: false }));
  });
  renderWithStore(
    <>
      <SmartFiltersPage />
      <ToastContainer />
    </>,
    at,
  );
  return calls;
}
const sent = (calls: SentCall[]) => calls.filter(({ method }) => method !== 'GET');
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the list', () => {
  it('shows the team’s filters with what they ask for and who uses them', async () => {
    const uses = [
      sampleUse(1, { filter: { id: shared.id, name: shared.name, isShared: true, basedOnId: null, changedRules: 0 } }),
      sampleUse(2, { filter: { id: own.id, name: 'Mine', isShared: false, basedOnId: shared.id, changedRules: 2 }, isUpToDate: false }),
    ];
    const all = sampleFilter(3, { name: 'Never again', isForEveryone: true });
    visit(sampleFilterList([shared, all, own], { uses }));
    await screen.findByText('Smart filters');
    const rows = within(await screen.findByRole('list', { name: 'Team filters' })).getAllByRole('link');
    expect(rows[0]?.textContent).toContain('$2.40 a mile, all miles, DH 75 mi');
    expect(rows[0]?.textContent).toContain('Used by you, Jay Ortiz');
    expect(rows[1]?.textContent).toContain('For everyone');
    screen.getByText('2 for the team');
    screen.getByText('1 browser has the latest');
    screen.getByText('Always on: Never again');
    fireEvent.click(screen.getByRole('tab', { name: /Who uses what/ }));
    const people = within(await screen.findByRole('list', { name: 'Who uses what' })).getAllByRole('listitem');
    expect(people[0]?.textContent).toContain('On, as the team has it');
    expect(people[1]?.textContent).toContain('Changed 2 rules of “Van, Southeast”, only for Jay');
    expect(people[1]?.textContent).toContain('Updates when a board is open');
  });

  it('without filters offers the ways to the first one', async () => {
    visit(sampleFilterList([]));
    await screen.findByText('See only the loads you’d take');
    press('Choose a driver');
    fireEvent.keyDown(await screen.findByLabelText('Find a driver'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByText('Filter for a driver')).toBeNull());
    press('Add rules');
    await screen.findByRole('form', { name: 'New filter' });
  });

  it('says when nothing came', async () => {
    stubNetwork(() => problem(503, 'unavailable'));
    renderWithStore(<SmartFiltersPage />, path);
    await screen.findByText('Couldn’t load your filters');
  });

  it('chooses what runs on my boards, and turns it off', async () => {
    const uses = [sampleUse(1, { filter: { id: own.id, name: own.name, isShared: false, basedOnId: null, changedRules: 0 } })];
    const calls = visit(sampleFilterList([shared, own], { uses }));
    fireEvent.change(await screen.findByLabelText('On your boards'), { target: { value: shared.id } });
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(sent(calls)[0]).toMatchObject({ method: 'PUT', path: '/api/board-filters/choice', body: { filterId: shared.id, isOn: true } });
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('switch').disabled).toBe(false));
    fireEvent.click(screen.getByRole('switch', { name: 'Filter on' }));
    await waitFor(() => expect(sent(calls)[1]?.body).toEqual({ filterId: own.id, isOn: false }));
  });

  it('is walked with j and k', async () => {
    visit(sampleFilterList([shared, sampleFilter(3, { name: 'Flatbeds' })]));
    await screen.findByRole('link', { name: /^Flatbeds/ });
    fireEvent.keyDown(document.body, { key: 'j' });
    await screen.findByRole('form', { name: 'Van, Southeast' });
    fireEvent.keyDown(document.body, { key: 'j' });
    await screen.findByRole('form', { name: 'Flatbeds' });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });
});

describe('the editor', () => {
  it('saves a new filter of one’s own, rule by rule', async () => {
    const calls = visit(sampleFilterList([shared]), `${path}?new=mine`);
    await screen.findByRole('form', { name: 'New filter' });
    press('Save');
    await screen.findByText('Name the filter');
    screen.getByText('Add a rule', { selector: '[role="alert"]' });
    type('Name', 'Reefers');
    press('Add a rule');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Rate per mile' }));
    press('Save');
    await screen.findByText('From $0.01 to $100 a mile');
    type('Rate per mile, at least, $', '2.45');
    press('Add a rule');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Equipment' }));
    fireEvent.change(await screen.findByLabelText('Equipment, any of'), { target: { value: 'REEFER' } });
    press('Add a rule');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Comment' }));
    type('Comment, has none of', 'TWIC, team,');
    fireEvent.click(screen.getByLabelText('Mark matches only'));
    press('Save');
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(sent(calls)[0]).toMatchObject({
      method: 'POST',
      path: '/api/board-filters',
      body: {
        name: 'Reefers',
        rules: [
          { kind: 'MIN_RPM', cents: 245, basis: 'ALL_IN' },
          { kind: 'EQUIPMENT', anyOf: ['REEFER'], withoutModifiers: [] },
          { kind: 'KEYWORDS', none: ['TWIC', 'team'], any: [], in: ['comments'] },
        ],
        onUnknown: 'KEEP',
        action: 'HIGHLIGHT_ONLY',
        isShared: false,
        basedOnId: null,
        isChosen: false,
      },
    });
  });

  it('says what each example would be, and why', async () => {
    visit(sampleFilterList([shared]), `${path}?filter=${shared.id}`);
    const tries = await screen.findByRole('region', { name: 'Try it' });
    expect(within(tries).getByText('Milwaukee, WI to Conley, GA').closest('li')?.textContent).toContain('Match');
    const bad = within(tries).getByText('Joliet, IL to Newark, NJ').closest('li');
    expect(bad?.textContent).toContain('Dimmed');
    expect(bad?.textContent).toContain('No: Deadhead to pickup96 mi, at most 75');
    expect(within(tries).getByText('Kenosha, WI to Nashville, TN').closest('li')?.textContent).toContain('Kept, not known');
  });

  it('shows both versions when somebody was faster, and keeps the chosen one', async () => {
    const theirs = { ...shared, version: 2, rules: [{ kind: 'MAX_DEADHEAD' as const, miles: 50 }] };
    let isFirst = true;
    const calls = visit(sampleFilterList([shared]), `${path}?filter=${shared.id}`, ({ body }) => {
      if (!isFirst) return json(200, { ...shared, ...(body as object), version: 3 });
      isFirst = false;
      return problem(412, 'version_stale', 'Someone changed this', { current: theirs });
    });
    await screen.findByRole('form', { name: 'Van, Southeast' });
    type('Deadhead to pickup, at most, mi', '90');
    press('Save for the team');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Ann Doyle saved');
    expect(dialog.textContent).toContain('DH 50 mi');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(sent(calls).map(({ body }) => (body as { version: number }).version)).toEqual([1, 2]));
  });

  it('says a taken name at the name', async () => {
    visit(sampleFilterList([shared]), `${path}?filter=${shared.id}`, () =>
      problem(422, 'already_taken', 'There is a filter with this name already.', {
        errors: [{ path: 'body.name', message: 'There is a filter with this name already' }],
      }),
    );
    await screen.findByRole('form', { name: 'Van, Southeast' });
    type('Name', 'West');
    press('Save for the team');
    await screen.findByText('There is a filter with this name already');
  });

  it('asks before changes are lost', async () => {
    visit(sampleFilterList([shared]), `${path}?filter=${shared.id}`);
    await screen.findByRole('form', { name: 'Van, Southeast' });
    type('Name', 'West');
    press('Cancel');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });

  it('removes a rule', async () => {
    const calls = visit(sampleFilterList([shared]), `${path}?filter=${shared.id}`);
    await screen.findByRole('form', { name: 'Van, Southeast' });
    press('Remove the rule Rate per mile');
    press('Save for the team');
    await waitFor(() => expect(sent(calls)[0]?.body).toMatchObject({ rules: [{ kind: 'MAX_DEADHEAD', miles: 75 }], version: 1 }));
  });

  it('of a team filter is for reading to a member, who can use it or change a copy', async () => {
    const fixed = { ...shared, mayEdit: false };
    const calls = visit(sampleFilterList([fixed], { mayEditShared: false }), `${path}?filter=${shared.id}`);
    await screen.findByText(/Only the team owner can change it/);
    expect(screen.queryByRole('button', { name: 'Save for the team' })).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Deadhead to pickup, at most, mi').readOnly).toBe(true);
    press('Use on my boards');
    await waitFor(() => expect(sent(calls)[0]?.body).toEqual({ filterId: shared.id, isOn: true }));
    press('Change it for me');
    await screen.findByText('“Van, Southeast”, only for you');
    press('Save');
    await waitFor(() =>
      expect(sent(calls)[1]?.body).toMatchObject({ basedOnId: shared.id, isShared: false, isChosen: true, name: 'Van, Southeast' }),
    );
  });

  it('deletes after naming who uses it', async () => {
    const uses = [
      sampleUse(1),
      sampleUse(2, { filter: { id: shared.id, name: shared.name, isShared: true, basedOnId: null, changedRules: 0 } }),
    ];
    const calls = visit(sampleFilterList([shared], { uses }), `${path}?filter=${shared.id}`, ({ method }) =>
      method === 'DELETE' ? new Response(null, { status: 204 }) : null,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'More about Van, Southeast' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByText('Jay Ortiz uses it and will have no filter then.');
    press('Delete filter');
    await waitFor(() => expect(sent(calls)[0]).toMatchObject({ method: 'DELETE', path: `/api/board-filters/${shared.id}` }));
  });
});

describe('a filter for a driver', () => {
  async function choose(list: BoardFilterList) {
    const calls = visit(list);
    await screen.findByText('Smart filters');
    await waitFor(() => expect(screen.getAllByRole<HTMLButtonElement>('button', { name: 'New filter' })[0]?.disabled).toBe(false));
    fireEvent.click(screen.getAllByRole('button', { name: 'New filter' })[0] as HTMLElement);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'For a driver…' }));
    const driver = await screen.findByRole('button', { name: /Marcus Bell/ });
    await act(async () => fireEvent.click(driver));
    return calls;
  }

  it('is one click: made of what is known, used at once', async () => {
    const calls = await choose(sampleFilterList([shared]));
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    const { body } = sent(calls)[0] as { body: { name: string; rules: { kind: string }[]; isChosen: boolean } };
    expect([body.name, body.isChosen]).toEqual(['Marcus Bell', true]);
    expect(body.rules.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['MIN_RPM', 'MAX_DEADHEAD', 'EQUIPMENT']));
    await screen.findByText(/Search the board from Tulsa, OK/);
  });

  it('is made anew where there is one by this name, which can be undone', async () => {
    const before = sampleFilter(5, { name: 'marcus bell', isShared: false, version: 4 });
    const calls = await choose(sampleFilterList([before]));
    await waitFor(() => expect(sent(calls)).toHaveLength(2));
    expect(sent(calls)[0]).toMatchObject({
      method: 'PUT',
      path: `/api/board-filters/${before.id}`,
      body: { version: 4, name: 'marcus bell' },
    });
    expect(sent(calls)[1]).toMatchObject({ path: '/api/board-filters/choice', body: { filterId: before.id, isOn: true } });
    fireEvent.click(await screen.findByRole('button', { name: /Undo/ }));
    await waitFor(() => expect(sent(calls)[2]?.body).toMatchObject({ rules: before.rules }));
  });
});

it('on a phone shows the list or the filter', async () => {
  stubViewport(390);
  visit(sampleFilterList([shared]), `${path}?filter=${shared.id}`);
  await screen.findByRole('form', { name: 'Van, Southeast' });
  expect(screen.queryByRole('list', { name: 'Team filters' })).toBeNull();
  press('Back to the list');
  await screen.findByRole('list', { name: 'Team filters' });
  expect(screen.queryByRole('form')).toBeNull();
});
