import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleAccount } from '../../../testing/mail-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { SignatureEditor } from './signature-editor.tsx';

// DOMPurify needs a real browser, which the test DOM is not.
vi.mock('dompurify', () => ({ default: { sanitize: () => undefined } }));

const account = sampleAccount(1);
const own = { 'user.name': 'Nina Alvarez', 'company.name': 'Bluff Line Logistics', 'company.mc': '445566' };
const prefill = {
  name: 'Nina Alvarez',
  company: 'Bluff Line Logistics',
  mc: '445566',
  dot: null,
  phone: null,
  email: 'nina@home.example',
  logoUrl: null,
};

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

it('saves what is one’s own as variables, and the form stays', async () => {
  const calls = stubNetwork(({ body }) => json(200, body));
  renderWithStore(<SignatureEditor account={account} saved={null} prefill={prefill} own={own} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save signature' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toEqual({
    signature:
      '<p><strong>{{user.name}}</strong>, dispatch<br>{{company.name}}, MC {{company.mc}}<br>' +
      '<a href="mailto:dispatch@bluffline.example">dispatch@bluffline.example</a></p>',
  });
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Nina Alvarez');
  screen.getByText(/Anyone who sends from it signs with their own name and phone/);
});

it('opens one that the form made in the form', () => {
  const saved = '<p><strong>{{user.name}}</strong>, owner<br />{{company.name}}, MC {{company.mc}}</p>';
  renderWithStore(<SignatureEditor account={account} saved={saved} prefill={prefill} own={own} />);
  expect(screen.getByLabelText<HTMLInputElement>('What you do').value).toBe('owner');
  expect(document.body.textContent).not.toContain('{{');
});

it('says both limits of a picture before one is chosen', () => {
  renderWithStore(<SignatureEditor account={account} saved={null} prefill={null} own={own} />);
  screen.getByText(/at most 5 MB and 4 megapixels/);
});

it('saves no number that is none', () => {
  const calls = stubNetwork(({ body }) => json(200, body));
  renderWithStore(<SignatureEditor account={account} saved={null} prefill={prefill} own={own} />);
  fireEvent.change(screen.getByLabelText('MC'), { target: { value: 'twelve' } });
  screen.getByText('Digits only, at most 8');
  fireEvent.click(screen.getByRole('button', { name: 'Save signature' }));
  expect(calls).toHaveLength(0);
});
