import { z } from 'zod';
import { createJsonServer } from '../json-service/json-server.ts';
import { OddityControl, oddityShape } from '../json-service/oddities.ts';
import { createOdditySwitches } from '../json-service/oddity.routes.ts';
import { createOddityPage } from '../json-service/oddity-page.ts';
import type { SandboxService } from '../resident/service.ts';
import { answerGoogleRoutes, googleErrorBody } from './google-routes-answer.ts';

const GoogleRoutesOddities = z.strictObject({ ...oddityShape, tollPriceUnknown: z.boolean('Give true or false').optional() });

/** Google's Routes API in place of the real one. `key` is the API key it accepts. */
export function createGoogleRoutesService(portOffset: number, key: string): SandboxService {
  const control = new OddityControl({
    name: 'google-routes',
    title: 'Google Routes',
    maintenanceTitle: 'Error 502 (Server Error)',
    schema: GoogleRoutesOddities,
  });
  const switches = createOdditySwitches(control);
  const page = createOddityPage({
    path: '/google-routes',
    lead: 'The same network of interstates as HERE’s, with the tolls of a car: Google has no routes for trucks.',
    control,
    fields: [{ name: 'tollPriceUnknown', label: 'Price of tolls unknown', isBox: true }],
  });
  return {
    name: 'google-routes',
    title: 'Google Routes',
    about: 'Google’s Routes API: computeRoutes with field masks, and tolls as for a car.',
    portOffset,
    lookAt: { label: 'Requests', path: '/google-routes', isAtHome: true },
    pages: (request, response, url) => page(request, response, url) || switches(request, response, url),
    createServer({ faults }) {
      return createJsonServer({
        faults,
        control,
        keyParameters: ['key'],
        answer: (request, url) => answerGoogleRoutes(key, control.oddities, request, url),
        errorBody: googleErrorBody,
      });
    },
  };
}
