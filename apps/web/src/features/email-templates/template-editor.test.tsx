import type { EmailTemplate } from '@headhaul/contracts/mail/templates';
import { fireEvent, screen } from '@testing-library/react';
import { ToastContainer } from 'react-toastify/unstyled';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleAccount } from '../../testing/mail-samples.ts';
import { sampleCompany } from '../../testing/office-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { TemplateEditor } from './template-editor.tsx';

// DOMPurify needs a real browser, which the test DOM is not.
vi.mock('dompurify', () => ({ default: { sanitize: () => undefined } }));
// The user's computer is in another time zone than the office.
vi.hoisted(() => vi.stubEnv('TZ', 'Europe/Berlin'));

const account = sampleAccount(1);
const template: EmailTemplate = {
  id: '0190b000-0000-7000-8000-000000001001',
  accountId: account.id,
  version: 1,
  name: 'Load inquiry',
  isDefault: true,
  subject: 'Dry van ready',
  htmlBody: '<p>Hi</p>',
  signature: null,
  ccEmail: null,
  unknownVariables: [],
  isValid: true,
  updatedAt: '2026-11-16T05:23:00Z',
  sent: 0,
  answered: 0,
};

function visit() {
  const calls = stubNetwork(({ path }) => (path === '/api/companies/myCompany' ? json(200, sampleCompany) : problem(503, 'unavailable')));
  const edited = { saved: template, isFirst: false, content: template, name: template.name };
  renderWithStore(
    <>
      <TemplateEditor account={account} accounts={[account]} templates={[template]} edited={edited} />
      <ToastContainer />
    </>,
  );
  return calls;
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

it('says when it was saved by the office’s clock', async () => {
  visit();
  await screen.findByText(/Saved Nov 15, 23:23 CST/);
});

it('leads to a copy’s address that is none, and saves nothing', async () => {
  const calls = visit();
  const cc = screen.getByLabelText('Cc');
  fireEvent.change(cc, { target: { value: 'nobody' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save template' }));
  await screen.findByText('Check the Cc address.');
  screen.getByText('Check this address');
  expect(document.activeElement).toBe(cc);
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});
