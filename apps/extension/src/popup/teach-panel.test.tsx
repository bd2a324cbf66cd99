import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { TeachView } from '../teach/messages.ts';
import { TeachPanel } from './teach-panel.tsx';

const nothing: TeachView = { page: 'NOT_A_PAGE', host: null, pattern: null, fault: null, taught: [] };
const draw = (view: Partial<TeachView>) =>
  renderToStaticMarkup(<TeachPanel view={{ ...nothing, ...view }} onStart={() => undefined} onRemove={() => undefined} />);

it('offers a lesson where a page is new or changed, and nowhere else', () => {
  expect(draw({ page: 'NEW', host: 'loads.example' })).toContain('Teach Headhaul this page');
  expect(draw({ page: 'CHANGED', host: 'loads.example' })).toContain('teach us this page again');
  expect(draw({ page: 'READ', host: 'loads.example' })).toBe('');
  expect(draw({})).toBe('');
});

it('says when the browser lets nobody in', () => {
  expect(draw({ page: 'NEW', host: 'store.example', fault: 'NOT_ALLOWED' })).toContain(
    'store.example can&#x27;t be read. Other tabs still work.',
  );
});

it('lists what was taught, to remove it', () => {
  const html = draw({ page: 'READ', taught: [{ id: 'x', host: 'loads.example', path: '/find', taughtAt: '2026-11-18T10:42:00.000Z' }] });
  expect(html).toContain('aria-label="Remove loads.example/find"');
  expect(html).toContain('Taught Nov 18, 2026, on this computer only');
});
