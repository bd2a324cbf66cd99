import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { TeachView } from '../teach/messages.ts';
import { TeachPanel } from './teach-panel.tsx';

const nothing: TeachView = {
  page: 'NOT_A_PAGE',
  host: null,
  isQuiet: false,
  pattern: null,
  fault: null,
  offer: null,
  shareFault: null,
  taught: [],
  company: [],
};
const draw = (view: Partial<TeachView>, isReportShown = false) =>
  renderToStaticMarkup(
    <TeachPanel
      view={{ ...nothing, ...view }}
      isReportShown={isReportShown}
      onStart={() => undefined}
      onQuiet={() => undefined}
      onRemove={() => undefined}
      onShare={() => undefined}
      onStop={() => undefined}
    />,
  );

it('offers a lesson where a page is new or changed, and nowhere else', () => {
  expect(draw({ page: 'NEW', host: 'loads.example' })).toContain('Teach Headhaul this page');
  expect(draw({ page: 'CHANGED', host: 'loads.example' })).toContain('teach us this page again');
  expect(draw({ page: 'CHANGED', host: 'loads.example' })).toContain('Report layout');
  expect(draw({ page: 'CHANGED', host: 'loads.example' }, true)).not.toContain('Report layout');
  expect(draw({ page: 'READ', host: 'loads.example' })).toBe('');
  expect(draw({})).toBe('');
});

it('is quiet on a site where the user wants no lessons, and offers them again there', () => {
  expect(draw({ page: 'NEW', host: 'mail.example' })).toContain('Don&#x27;t offer on this site');
  const quiet = draw({ page: 'NEW', host: 'mail.example', isQuiet: true });
  expect(quiet).not.toContain('Teach Headhaul this page');
  expect(quiet).toContain('Not offered on mail.example');
  expect(quiet).toContain('Offer again');
  // A page that was read and isn't any more is another matter.
  expect(draw({ page: 'CHANGED', host: 'mail.example', isQuiet: true })).toContain('teach us this page again');
});

it('says when the browser lets nobody in', () => {
  expect(draw({ page: 'NEW', host: 'store.example', fault: 'NOT_ALLOWED' })).toContain(
    'store.example can&#x27;t be read. Other tabs still work.',
  );
});

it('lists what was taught, to remove it or to share it', () => {
  const taught = { id: 'x', host: 'loads.example', path: '/find', taughtAt: '2026-11-18T10:42:00.000Z' };
  const html = draw({ page: 'READ', taught: [{ ...taught, sharing: 'NONE' }], shareFault: 'Try later.' });
  expect(html).toContain('aria-label="Remove loads.example/find"');
  expect(html).toContain('aria-label="Share loads.example/find with the company"');
  expect(html).toContain('Taught Nov 18, 2026, on this computer only');
  expect(html).toContain('Try later.');
  const waiting = draw({ page: 'READ', taught: [{ ...taught, sharing: 'OFFERED' }] });
  expect(waiting).toContain('waits for your team owner’s yes');
  expect(waiting).not.toContain('Share loads');
});

it('offers what the company reads, and says by whom it was taught', () => {
  const html = draw({ page: 'NEW', host: 'loads.example', offer: { taughtBy: 'Nina Ruiz' } });
  expect(html).toContain('Your company reads this page');
  expect(html).toContain('Nina Ruiz taught it. Allow this site?');
  expect(draw({ page: 'NEW', host: 'loads.example', offer: { taughtBy: null } })).toContain('Somebody of your team taught it.');
});

it('lists what is read as the company agreed, to stop it where the browser lets us', () => {
  const page = { id: 'x', host: 'loads.example', path: '/', taughtBy: 'Nina Ruiz' };
  expect(draw({ company: [{ ...page, canStop: true }] })).toContain('aria-label="Stop reading loads.example/"');
  expect(draw({ company: [{ ...page, canStop: true }] })).toContain('Shared by your company, taught by Nina Ruiz');
  expect(draw({ company: [{ ...page, canStop: false }] })).not.toContain('Stop');
});
