import { z } from 'zod';
import { createFormPage, readFields } from '../json-service/form-page.ts';
import { createJsonServer } from '../json-service/json-server.ts';
import { OddityControl, oddityShape } from '../json-service/oddities.ts';
import { createOdditySwitches } from '../json-service/oddity.routes.ts';
import type { SandboxService } from '../resident/service.ts';
import { renderFmcsaPage } from './fmcsa-page.ts';
import { answerOpenData, openDataErrorBody } from './open-data.ts';
import { answerQcMobile, qcErrorBody, spellings } from './qcmobile.ts';
import { ActionBody, RegistrantEdit, Registry, registrantActions } from './registry.ts';

const QcMobileOddities = z.strictObject({
  ...oddityShape,
  spelling: z.enum(spellings).optional(),
  docketAs: z.enum(['array', 'object']).optional(),
});
const OpenDataOddities = z.strictObject({ ...oddityShape, ageDays: z.int('Give whole days').min(0).max(3_650).optional() });

/** FMCSA as two services that answer from one register: QCMobile, and the open data. They fail apart from each other. */
export function createFmcsaServices(portOffset: number, key: string): SandboxService[] {
  const registry = new Registry();
  const maintenanceTitle = 'FMCSA System Maintenance Page';
  const qcMobile = new OddityControl({ name: 'fmcsa', title: 'FMCSA QCMobile', maintenanceTitle, schema: QcMobileOddities });
  const openData = new OddityControl({
    name: 'open-data',
    title: 'FMCSA open data',
    maintenanceTitle: 'data.transportation.gov is down for maintenance',
    schema: OpenDataOddities,
  });

  const path = '/services/fmcsa/registrants';
  const switches = createOdditySwitches(qcMobile, {
    [`GET ${path}`]: () => registry.list(),
    [`DELETE ${path}`]: () => registry.reset(),
    [`PUT ${path}/:id`]: (dot, body) => registry.edit(dot, RegistrantEdit.parse(body)),
    ...Object.fromEntries(
      registrantActions.map((action) => [
        `POST ${path}/:id/${action}`,
        (dot: string, body: unknown) => registry.act(dot, action, ActionBody.parse(body).daysAgo),
      ]),
    ),
  });
  const page = createFormPage({
    path: '/fmcsa',
    render: (notice) => renderFmcsaPage(registry.list(), qcMobile, openData, notice),
    actions: {
      phone: (dot, fields) => void registry.edit(dot, RegistrantEdit.parse({ phone: fields.get('phone')?.replace(/\D/g, '') })),
      oddities: (name, fields) => void (name === 'fmcsa' ? qcMobile : openData).set(readFields(fields)),
      reset: () => registry.reset(),
      ...Object.fromEntries(registrantActions.map((action) => [action, (dot: string) => void registry.act(dot, action, 0)])),
    },
  });

  return [
    {
      name: 'fmcsa',
      title: 'FMCSA QCMobile',
      about: 'FMCSA’s QCMobile API: companies by USDOT, docket and name, with their authority, bond and insurance on file.',
      portOffset,
      lookAt: { label: 'Companies', path: '/fmcsa', isAtHome: true },
      pages: (request, response, url) => page(request, response, url) || switches(request, response, url),
      createServer({ faults }) {
        return createJsonServer({
          faults,
          control: qcMobile,
          keyParameters: ['webKey'],
          answer: (_request, url) => answerQcMobile(registry, key, qcMobile.oddities, url),
          errorBody: qcErrorBody,
        });
      },
    },
    {
      name: 'open-data',
      title: 'FMCSA open data',
      about: 'FMCSA’s datasets on data.transportation.gov in Socrata’s format: the census, authority and its history, bonds, insurance.',
      portOffset: portOffset + 1,
      lookAt: { label: 'A company', path: '/resource/az4n-8mr2.json?dot_number=1428816' },
      pages: createOdditySwitches(openData),
      createServer({ faults }) {
        return createJsonServer({
          faults,
          control: openData,
          keyParameters: ['$$app_token'],
          answer: (request, url) => answerOpenData(registry, key, openData.oddities.ageDays ?? 0, request, url),
          errorBody: openDataErrorBody,
        });
      },
    },
  ];
}
