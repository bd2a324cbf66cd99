import { z } from 'zod';
import { createJsonServer } from '../json-service/json-server.ts';
import { OddityControl, oddityShape } from '../json-service/oddities.ts';
import { createOdditySwitches } from '../json-service/oddity.routes.ts';
import { createOddityPage } from '../json-service/oddity-page.ts';
import type { SandboxService } from '../resident/service.ts';
import { answerHere, hereErrorBody } from './here-answer.ts';

const HereOddities = z.strictObject({ ...oddityShape, tollsUnavailable: z.boolean('Give true or false').optional() });

/** HERE's Routing API in place of the real one: routes for trucks with tolls. `key` is the API key it accepts. */
export function createHereService(portOffset: number, key: string): SandboxService {
  const control = new OddityControl({
    name: 'here',
    title: 'HERE routing',
    maintenanceTitle: 'HERE services are under maintenance',
    schema: HereOddities,
  });
  const switches = createOdditySwitches(control);
  const page = createOddityPage({
    path: '/here',
    lead: 'Routes over a small network of interstates. The miles are plausible, the tolls near those of five axles with a transponder.',
    control,
    fields: [{ name: 'tollsUnavailable', label: 'Tolls cannot be calculated', isBox: true }],
  });
  return {
    name: 'here',
    title: 'HERE routing',
    about: 'HERE’s Routing API v8: truck routes with miles, line and tolls over a small network of interstates.',
    portOffset,
    lookAt: { label: 'Requests', path: '/here', isAtHome: true },
    pages: (request, response, url) => page(request, response, url) || switches(request, response, url),
    createServer({ faults }) {
      return createJsonServer({
        faults,
        control,
        keyParameters: ['apiKey', 'apikey'],
        answer: ({ method }, url) => answerHere(key, control.oddities, method, url),
        errorBody: hereErrorBody,
      });
    },
  };
}
