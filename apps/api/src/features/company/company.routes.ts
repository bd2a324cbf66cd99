import { companyEndpoints } from '@headhaul/contracts/company';
import { signedIn, teamOwner } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { getMyCompany, listAudit, removeLogo, updateMyCompany, uploadLogo } from './company.service.ts';

export function companyRoutes(app: App): void {
  implement(app, companyEndpoints, {
    getMyCompany: signedIn(({ ctx }) => getMyCompany(ctx)),
    updateMyCompany: teamOwner(({ ctx, body }) => updateMyCompany(ctx, body)),
    uploadLogo: teamOwner(({ ctx, body }) => uploadLogo(ctx, body.file.content)),
    removeLogo: teamOwner(({ ctx }) => removeLogo(ctx)),
    listAudit: teamOwner(({ ctx, query }) => listAudit(ctx, query)),
  });
}
