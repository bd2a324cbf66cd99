import { adminBillingEndpoints } from '@headhaul/contracts/admin-billing';
import { admin } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { getAdminBilling } from './admin-billing.service.ts';

export function adminRoutes(app: App): void {
  implement(app, adminBillingEndpoints, {
    getAdminBilling: admin(({ ctx }) => getAdminBilling(ctx)),
  });
}
