import { noSuch } from './api/refusal.ts';
import type { Customer } from './api/shapes.ts';
import { endSubscription } from './collection.ts';
import type { World } from './world.ts';

interface DeletedCustomer {
  id: string;
  object: 'customer';
  deleted: true;
}

/** Nothing of it is told any more but that it's gone. */
export function findCustomer({ records }: World, id: string): Customer | DeletedCustomer {
  if (records.deletedCustomers.has(id)) return { id, object: 'customer', deleted: true };
  const customer = records.customers.get(id);
  if (customer === undefined) throw noSuch('customer', id);
  return customer;
}

/** Its subscriptions end with it. */
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
