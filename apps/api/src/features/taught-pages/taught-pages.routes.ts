import { taughtPageEndpoints } from '@headhaul/contracts/boards/taught-pages';
import { extensionOnly, signedIn, teamOwner } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { agreeToPage, listAgreedPages, listCompanyPages, offerPage, removePage } from './taught-pages.service.ts';

/** The extension offers and fetches. Only in the web app does an owner say yes. */
export function taughtPageRoutes(app: App): void {
  implement(app, taughtPageEndpoints, {
    offerTaughtPage: extensionOnly(({ ctx, body }) => offerPage(ctx, body)),
    listAgreedPages: extensionOnly(({ ctx, query }) => listAgreedPages(ctx, query.known ?? null)),
    listCompanyPages: signedIn(({ ctx }) => listCompanyPages(ctx)),
    agreeToPage: teamOwner(({ ctx, params }) => agreeToPage(ctx, params.id)),
    removeCompanyPage: teamOwner(({ ctx, params }) => removePage(ctx, params.id)),
  });
}
