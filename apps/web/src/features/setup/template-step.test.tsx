import type { Company } from '@headhaul/contracts/company';
import type { EmailTemplate } from '@headhaul/contracts/mail/templates';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession, testUser } from '../../testing/browser-doubles.ts';
import { sampleAccount } from '../../testing/mail-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { firstTemplateForm } from './setup-steps.ts';
import TemplateStep from './template-step.tsx';

// DOMPurify needs a real browser, which the test DOM is not.
vi.mock('dompurify', () => ({ default: { sanitize: () => undefined } }));

const mailbox = sampleAccount(1);
const company: Company = {
  id: testUser.companyId,
  name: 'Bluff Line Logistics',
  mc: null,
  dot: null,
  address: null,
  phone: null,
  timeZone: 'America/Chicago',
  weekStartsOn: 'MONDAY',
  weekCountsBy: 'DELIVERY',
  seats: 1,
  logo: null,
};
const profile = { name: 'Nina', familyName: 'Alvarez', email: 'nina@bluffline.example', phone: null, timeZone: null, companies: [] };
const template: EmailTemplate = {
  id: mailbox.id,
  accountId: mailbox.id,
  version: 0,
  name: 'Load inquiry',
  isDefault: true,
  subject: '{{origin}} to {{destination}}',
  htmlBody: '<p>Empty in {{driver.location}}. I can do it for {{offer.rate}}.</p><p>MC {{company.mc}}.</p>',
  signature: null,
  ccEmail: null,
  unknownVariables: [],
  isValid: true,
  updatedAt: '2026-11-15T12:00:00Z',
  sent: 0,
  answered: 0,
};

function visit({ mc = null, signature = null }: { mc?: string | null; signature?: string | null } = {}) {
  const onSaved = vi.fn();
  const prefill = { name: 'Nina Alvarez', company: company.name, mc, dot: null, phone: null, email: profile.email, logoUrl: null };
  const calls = stubNetwork(({ path, method, body }) => {
    if (path.endsWith('/prefill')) return json(200, prefill);
    if (path.endsWith('/myCompany')) return json(200, method === 'PUT' ? { ...company, ...(body as object) } : { ...company, mc });
    if (path.endsWith('/profile')) return json(200, profile);
    return json(200, { ...template, signature, ...(body as object | null) });
  });
  renderWithStore(<TemplateStep mailbox={mailbox} isLoading={false} onSaved={onSaved} />);
  return { calls, onSaved };
}

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

async function send() {
  await act(async () => {
    (document.getElementById(firstTemplateForm) as HTMLFormElement).requestSubmit();
    await Promise.resolve();
  });
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

describe('the check of the first template', () => {
  it('is met with the company’s own MC', async () => {
    visit({ mc: '445566' });
    await screen.findByText(/Yours has all three/);
    expect(screen.getByLabelText<HTMLInputElement>('MC').value).toBe('445566');
  });

  it('says that the company has no MC, and leads to the field for it', async () => {
    visit();
    await screen.findByText(/Missing: your MC number\. Your company has none yet\./);
    fireEvent.click(screen.getByRole('button', { name: 'Add it' }));
    expect(document.activeElement).toBe(screen.getByLabelText('MC'));
  });

  it('tells a teammate who sets it', async () => {
    setSession({ ...testSession, isTeamOwner: false });
    visit();
    await screen.findByText(/its owner sets it under Account & Team/);
  });
});

describe('the signature of the first template', () => {
  it('takes an MC of digits only, and keeps it for a company that has none', async () => {
    const { calls, onSaved } = visit();
    await screen.findByText(/Missing: /);
    type('MC', 'twelve');
    screen.getByText('Digits only, at most 8');
    await send();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
    type('MC', '445566');
    screen.getByText(/Yours has all three/);
    await send();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    const [first, second] = calls.filter(({ method }) => method === 'PUT');
    expect(first).toMatchObject({ path: '/api/companies/myCompany', body: { name: company.name, mc: '445566' } });
    expect(second?.body).toMatchObject({ signature: expect.stringContaining('{{company.name}}, MC {{company.mc}}') });
  });

  it('is there again, in its fields, for who comes back', async () => {
    const signature = '<p><strong>N. Alvarez</strong>, dispatch<br />{{company.name}}, MC 77<br />(402) 555-0100</p>';
    visit({ mc: '445566', signature });
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('N. Alvarez');
    expect(screen.getByLabelText<HTMLInputElement>('Company').value).toBe('Bluff Line Logistics');
    expect(screen.getByLabelText<HTMLInputElement>('MC').value).toBe('77');
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('(402) 555-0100');
  });

  it('that was written freely stays until another is wanted', async () => {
    const { calls, onSaved } = visit({ mc: '445566', signature: '<p>Best,<br />Nina</p>' });
    await screen.findByText(/This mailbox has one/);
    await send();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ signature: '<p>Best,<br />Nina</p>' });
    fireEvent.click(screen.getByRole('button', { name: 'Make a new one' }));
    screen.getByLabelText('Name');
  });
});
