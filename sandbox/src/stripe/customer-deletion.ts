import { noSuch } from './api/refusal.ts';
import type { Customer } from './api/shapes.ts';
import { endSubscription } from './collection.ts';
import type { World } from './world.ts';

interface DeletedCustomer {
  id: string;
  object: 'customer';
  deleted: true;
}

/** For a deleted customer the API says only that it is deleted. */
export function findCustomer({ records }: World, id: string): Customer | DeletedCustomer {
  if (records.deletedCustomers.has(id)) return { id, object: 'customer', deleted: true };
  const customer = records.customers.get(id);
  if (customer === undefined) throw noSuch('customer', id);
  return customer;
}

/** The customer's subscriptions end as well. */
export function deleteCustomer(world: World, customer: Customer): DeletedCustomer {
  const { id } = customer;
  for (const subscription of world.records.subscriptions.values()) {
    if (subscription.customer === id && subscription.status !== 'canceled') endSubscription(world, subscription, 'cancellation_requested');
  }
  world.records.customers.delete(id);
  world.records.deletedCustomers.add(id);
  world.emit('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
}
