import { z } from 'zod';
import { createFormPage, readFields } from '../json-service/form-page.ts';
import { createJsonServer } from '../json-service/json-server.ts';
import { OddityControl, oddityShape } from '../json-service/oddities.ts';
import { createOdditySwitches } from '../json-service/oddity.routes.ts';
import type { SandboxService } from '../resident/service.ts';
import { unknownHere } from '../web/control.ts';
import { AreaCode, DieselPrices, keptWeeks, PriceBody } from './diesel-prices.ts';
import { answerEia, eiaErrorBody } from './eia-answer.ts';
import { renderDieselPage } from './eia-page.ts';

const EiaOddities = z.strictObject({
  ...oddityShape,
  staleWeeks: z.int('Give whole weeks').min(0, 'Give 0 or more').max(keptWeeks).optional(),
  missingArea: AreaCode.optional(),
});

/** EIA's open data in place of the real ones: the weekly prices of diesel by region. `key` is the API key it accepts. */
export function createEiaService(portOffset: number, key: string): SandboxService {
  const prices = new DieselPrices();
  const control = new OddityControl({
    name: 'eia',
    title: 'EIA diesel prices',
    maintenanceTitle: 'EIA is temporarily unavailable',
    schema: EiaOddities,
  });

  function setPrice(area: string, body: unknown): void {
    const code = AreaCode.safeParse(area);
    if (!code.success) throw unknownHere(`EIA has no area ${area}.`);
    const { price, period } = PriceBody.parse(body);
    prices.set(code.data, price, period);
  }

  const path = '/services/eia/prices';
  const switches = createOdditySwitches(control, {
    [`GET ${path}`]: () => prices.newest(Date.now()),
    [`DELETE ${path}`]: () => prices.reset(),
    [`PUT ${path}/:id`]: (area, body) => {
      setPrice(area, body);
      return prices.newest(Date.now());
    },
  });
  const page = createFormPage({
    path: '/diesel',
    render: (notice) => renderDieselPage(prices.newest(Date.now()), control, notice),
    actions: {
      price: (area, fields) => setPrice(area, readFields(fields)),
      oddities: (_name, fields) => void control.set(readFields(fields)),
      reset: () => prices.reset(),
    },
  });

  return {
    name: 'eia',
    title: 'EIA diesel prices',
    about: 'EIA’s API v2: weekly diesel prices by region, 60 weeks back, with prices to set.',
    portOffset,
    lookAt: { label: 'Prices', path: '/diesel', isAtHome: true },
    pages: (request, response, url) => page(request, response, url) || switches(request, response, url),
    createServer({ faults }) {
      return createJsonServer({
        faults,
        control,
        keyParameters: ['api_key'],
        answer: (_request, url) => answerEia(prices.rows(Date.now(), control.oddities), key, url),
        errorBody: eiaErrorBody,
      });
    },
  };
}
