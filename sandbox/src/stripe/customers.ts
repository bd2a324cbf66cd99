import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Form } from './api/form-body.ts';
import { find } from './api/listing.ts';
import { clearable, int, mergeMetadata, metadata, readParams, text } from './api/params.ts';
import { invalid } from './api/refusal.ts';
import type { BalanceTransaction, Customer } from './api/shapes.ts';
import { newId, type World } from './world.ts';

const CustomerParams = z.object({
  email: clearable.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  balance: int.optional(),
  invoice_settings: z.object({ default_payment_method: clearable.optional() }).optional(),
});

export function createCustomer(world: World, form: Form): Customer {
  const sent = readParams(CustomerParams, form);
  const customer: Customer = {
    id: newId('cus').slice(0, 18),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: randomBytes(4).toString('hex').toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  apply(world, customer, sent);
  world.records.customers.set(customer.id, customer);
  world.emit('customer.created', customer);
  return customer;
}

function apply(world: World, customer: Customer, sent: z.infer<typeof CustomerParams>): void {
  for (const name of ['email', 'name', 'phone', 'description'] as const) {
    const value = sent[name];
    if (value !== undefined) customer[name] = value;
  }
  customer.metadata = mergeMetadata(customer.metadata, sent.metadata);
  const method = sent.invoice_settings?.default_payment_method;
  if (method !== undefined) {
    if (
      method !== null &&
      find(world.records.paymentMethods, method, 'PaymentMethod', 'invoice_settings[default_payment_method]').customer !== customer.id
    )
      throw invalid('The customer does not have a payment method with that ID.', 'invoice_settings[default_payment_method]');
    customer.invoice_settings.default_payment_method = method;
  }
  if (sent.balance !== undefined && sent.balance !== customer.balance)
    moveBalance(world, customer, { amount: sent.balance - customer.balance, type: 'adjustment' });
}

export function updateCustomer(world: World, customer: Customer, form: Form): Customer {
  apply(world, customer, readParams(CustomerParams, form));
  world.emit('customer.updated', customer);
  return customer;
}

interface BalanceMove {
  amount: number;
  type: BalanceTransaction['type'];
  invoice?: string;
  description?: string | null;
  metadata?: Record<string, string>;
}

/** A negative balance is credit for future invoices. */
export function moveBalance(world: World, customer: Customer, move: BalanceMove): BalanceTransaction {
  customer.balance += move.amount;
  customer.currency ??= 'usd';
  const transaction: BalanceTransaction = {
    id: newId('cbtxn'),
    object: 'customer_balance_transaction',
    amount: move.amount,
    checkout_session: null,
    created: world.now(),
    credit_note: null,
    currency: 'usd',
    customer: customer.id,
    customer_account: null,
    description: move.description ?? null,
    ending_balance: customer.balance,
    invoice: move.invoice ?? null,
    livemode: false,
    metadata: move.metadata ?? {},
    type: move.type,
  };
  world.records.balanceTransactions.set(transaction.id, transaction);
  return transaction;
}

const BalanceParams = z.object({ amount: int, currency: text, description: clearable.optional(), metadata: metadata.optional() });

export function createBalanceTransaction(world: World, customer: Customer, form: Form): BalanceTransaction {
  const sent = readParams(BalanceParams, form);
  if (sent.amount === 0) throw invalid('Amount must be non-zero.', 'amount', 'parameter_invalid_integer');
  if (sent.currency.toLowerCase() !== 'usd') throw invalid(`The sandbox bills in US dollars only, not in ${sent.currency}.`, 'currency');
  const transaction = moveBalance(world, customer, {
    amount: sent.amount,
    type: 'adjustment',
    description: sent.description ?? null,
    metadata: mergeMetadata(null, sent.metadata),
  });
  world.emit('customer.updated', customer, { balance: customer.balance - sent.amount });
  return transaction;
}
