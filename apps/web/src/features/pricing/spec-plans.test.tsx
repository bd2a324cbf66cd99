import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { billingInfo } from '../../testing/billing-samples.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import PricingDialog from './pricing-dialog.tsx';

/** A copy of the specification's §9 and §4: each plan's price for a user, its features and the text of its button. */
const specified = [
  {
    name: 'Pro',
    monthly: '$14.99',
    yearly: '$125.90',
    button: 'Choose Pro',
    isOpen: true,
    features:
      'one-click email sending, broker scoring, 2 email addresses, email fraud detection, map with a maps service, profit and toll calculator, load offers to drivers, up to 5 drivers, 5 rate confirmations per day, signatures with watermarks, analytics dashboard for up to 5 drivers, chat and email support, unlimited click-to-call, 300 FMCSA broker lookups per day, Google signature templates',
  },
  {
    name: 'Unlimited Pro',
    monthly: '$29.99',
    yearly: '$251.90',
    button: 'Choose Unlimited Pro',
    isOpen: true,
    features: 'unlimited email addresses, signatures without watermark, driver app, analytics, phone support',
  },
  {
    name: 'Ultimate',
    monthly: '$49.99',
    yearly: '$419.90',
    button: 'Coming soon',
    isOpen: false,
    features: 'AI assistant, AI phone calls, AI emails, dedicated onboarding',
  },
];

const sorted = (lines: string[]) => lines.map((line) => line.toLowerCase()).sort((one, other) => one.localeCompare(other));
const column = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(async () => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  stubNetwork(() => json(200, billingInfo()));
  renderWithStore(<PricingDialog />);
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose Pro' }).disabled).toBe(false));
});

it('the plans on the screen are the specification’s, in its order', () => {
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(specified.map(({ name }) => name));
});

describe.each(specified)('$name', ({ name, monthly, yearly, button, isOpen, features }) => {
  it('costs what the specification says, monthly first, per user', () => {
    column(name).getByText(monthly);
    column(name).getByText(/^per user/);
    fireEvent.click(column(name).getByRole('radio', { name: 'Yearly' }));
    column(name).getByText(yearly);
  });

  it('holds exactly the features the specification lists', () => {
    const shown = column(name)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '');
    expect(sorted(shown)).toEqual(sorted(features.split(', ')));
  });

  it(`has the button ${button}`, () => {
    expect(column(name).getByRole<HTMLButtonElement>('button', { name: button }).disabled).toBe(!isOpen);
  });
});
