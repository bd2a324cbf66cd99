import { IconTruckLoading } from '@tabler/icons-react';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setNavCount } from '../../shared/nav-counts.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { NavItem } from './nav-item.tsx';

afterEach(() => {
  cleanup();
  setNavCount('/loads', null);
});

it('says a count, and that it needs somebody only when some do', () => {
  renderInApp([{ path: '/', element: <NavItem path="/loads" title="Loads" icon={IconTruckLoading} /> }], '/');
  const name = () => screen.getByRole('link').textContent;
  expect(name()).toBe('Loads');
  act(() => setNavCount('/loads', { count: 3, needsAttention: true }));
  expect(name()).toBe('Loads3 need attention');
  act(() => setNavCount('/loads', { count: 0, needsAttention: true }));
  expect(name()).toBe('Loads0');
});

it.each([
  ['/team', 'page'],
  ['/subscription-success', 'page'],
  ['/loads', null],
])('on %s is marked: %s', (at, current) => {
  const item = <NavItem path="/team" title="Account & Team" icon={IconTruckLoading} also={['/subscription']} />;
  renderInApp([{ path: '*', element: item }], at);
  expect(screen.getByRole('link').getAttribute('aria-current')).toBe(current);
});
