import { z } from 'zod';
import { createFormPage, readFields } from '../json-service/form-page.ts';
import { createJsonServer, type JsonAnswer } from '../json-service/json-server.ts';
import { OddityControl, oddityShape } from '../json-service/oddities.ts';
import { createOdditySwitches } from '../json-service/oddity.routes.ts';
import type { SandboxService } from '../resident/service.ts';
import { BrokerEdit, FactorBrokers } from './brokers.ts';
import { renderFactorPage } from './factor-page.ts';

const checkPath = /^\/carrier-tms\/2\/broker-check\/([^/]+)$/;

/** The form of errors of the gateway before the factor's API, which is Azure's API Management. */
function refuse(statusCode: number, message: string): JsonAnswer {
  return { status: statusCode, body: { statusCode, message } };
}

function checkKey(given: string | string[] | undefined, key: string): JsonAnswer | undefined {
  if (given === undefined || given === '')
    return refuse(
      401,
      'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.',
    );
  if (given === key) return undefined;
  return refuse(401, 'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.');
}

function answerCheck(brokers: FactorBrokers, text: string): JsonAnswer {
  if (!/^\d+$/.test(text)) return refuse(400, 'Invalid Request');
  const broker = brokers.find(text.replace(/^0+/, ''));
  if (broker === undefined) return refuse(404, 'Broker not found');
  const { mc, name, result, noBuy } = broker;
  const id = String(1_000 + (Number(mc) % 9_000));
  return { status: 200, body: { id, Name: name, McNumber: mc, BrokerTestResult: result, NoBuy: noBuy, ResponseStatus: 200 } };
}

function errorBody(status: number): unknown {
  return refuse(status, status === 429 ? 'Rate limit is exceeded. Try again later.' : `The sandbox was told to answer ${status}.`).body;
}

/** A factoring company's check of brokers, in the form of OTR Solutions' API for carriers. `key` is the subscription key it accepts. */
export function createFactorService(portOffset: number, key: string): SandboxService {
  const brokers = new FactorBrokers();
  const control = new OddityControl({
    name: 'factor',
    title: 'Factor',
    maintenanceTitle: 'The factor’s portal is under maintenance',
    schema: z.strictObject(oddityShape),
  });
  const path = '/services/factor/brokers';
  const switches = createOdditySwitches(control, {
    [`GET ${path}`]: () => brokers.list(),
    [`DELETE ${path}`]: () => brokers.reset(),
    [`PUT ${path}/:id`]: (mc, body) => brokers.edit(mc, BrokerEdit.parse(body)),
  });
  const page = createFormPage({
    path: '/factor',
    render: (notice) => renderFactorPage(brokers.list(), control, notice),
    actions: {
      result: (mc, fields) => void brokers.edit(mc, BrokerEdit.parse(readFields(fields))),
      oddities: (_name, fields) => void control.set(readFields(fields)),
      reset: () => brokers.reset(),
    },
  });
  return {
    name: 'factor',
    title: 'Factor',
    about: 'A factoring company’s broker check in the form of OTR Solutions’: approved, call first, or no buy.',
    portOffset,
    lookAt: { label: 'Brokers', path: '/factor', isAtHome: true },
    pages: (request, response, url) => page(request, response, url) || switches(request, response, url),
    createServer({ faults }) {
      return createJsonServer({
        faults,
        control,
        keyParameters: [],
        answer({ method, headers }, { pathname }) {
          const refused = checkKey(headers['ocp-apim-subscription-key'], key);
          if (refused) return refused;
          const mc = checkPath.exec(pathname)?.[1];
          return method === 'GET' && mc !== undefined ? answerCheck(brokers, decodeURIComponent(mc)) : refuse(404, 'Resource not found');
        },
        errorBody,
      });
    },
  };
}
