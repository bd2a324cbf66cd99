import { createHash } from 'node:crypto';
import { invalid } from './api/refusal.ts';
import type { Customer, PaymentMethod } from './api/shapes.ts';
import { newId, type World } from './world.ts';

export interface Decline {
  code: 'card_declined';
  declineCode: 'generic_decline' | 'insufficient_funds';
  message: string;
}

const refused: Decline = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' };
const tooPoor: Decline = { code: 'card_declined', declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' };

interface TestCard {
  number: string;
  about: string;
  brand: 'visa' | 'mastercard';
  /** The bank's answer while the customer is present. */
  now: Decline | null;
  /** The bank's answer to an automatic payment. */
  later: Decline | null;
}

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', about: 'Works', brand: 'visa', now: null, later: null },
  { number: '5555555555554444', about: 'Works, another card', brand: 'mastercard', now: null, later: null },
  { number: '4000000000000341', about: 'Works now, fails at every later payment', brand: 'visa', now: null, later: refused },
  { number: '4000000000000002', about: 'Is declined', brand: 'visa', now: refused, later: refused },
  { number: '4000000000009995', about: 'Has no money', brand: 'visa', now: tooPoor, later: tooPoor },
];

function cardOf(typed: string): TestCard {
  const number = typed.replaceAll(/[\s-]/g, '');
  const card = testCards.find((one) => one.number === number);
  if (card === undefined) throw invalid('Your card number is invalid. The sandbox knows only its test cards.', 'card', 'incorrect_number');
  return card;
}

/** The bank's answer to a new card, before anything is saved. */
export function checkCard(typed: string): Decline | null {
  return cardOf(typed).now;
}

export function bankAnswer(world: World, method: PaymentMethod, when: 'now' | 'later'): Decline | null {
  const number = world.records.cardNumbers.get(method.id) ?? '';
  if (when === 'later' && method.customer !== null && world.records.doomed.delete(method.customer)) return refused;
  return cardOf(number)[when];
}

export function attachCard(world: World, customer: Customer, typed: string): PaymentMethod {
  const { number, brand } = cardOf(typed);
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: null, email: customer.email, name: customer.name ?? null, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: 12,
      exp_year: new Date().getUTCFullYear() + 4,
      fingerprint: createHash('sha256')
        .update(number)
        .digest('base64')
        .replaceAll(/[^A-Za-z0-9]/g, '')
        .slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now(),
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  world.records.paymentMethods.set(method.id, method);
  world.records.cardNumbers.set(method.id, number);
  world.emit('payment_method.attached', method);
  return method;
}
