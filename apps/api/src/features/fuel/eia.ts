import { type DieselPrice, type DieselRegion, dieselRegions, readPricePerGallon } from '@headhaul/domain/profit/diesel-regions';
import { weekStart } from '@headhaul/domain/time/weeks';
import { z } from 'zod';
import { createProvider, type ProviderAnswer, ProviderRefusal } from '../../lib/net/providers/provider.ts';
import type { WorkerPlatform } from '../../lib/platform.ts';

/** The part of EIA's answer that we use (API v2, `petroleum/pri/gnd`). Values are strings; a price that was withheld is null. */
const PriceAnswer = z.object({
  response: z.object({
    data: z.array(
      z.object({
        period: z.iso.date(),
        duoarea: z.string(),
        product: z.string(),
        value: z.union([z.string(), z.number()]).nullable(),
        units: z.string(),
      }),
    ),
  }),
});

/** No. 2 diesel on the highway, in dollars. */
const product = 'EPD2D';
const units = '$/GAL';
const areas = new Map(Object.entries(dieselRegions).map(([region, { eiaArea }]) => [eiaArea as string, region as DieselRegion]));
/** The name under which the prices take their turns. No company asks for them. */
const turnOf = 'diesel prices';

export interface Eia {
  /** The weekly prices of our regions from a day on. */
  listPrices(from: string): Promise<ProviderAnswer<DieselPrice[]>>;
}

/** Undefined without a key. */
export function createEia(platform: WorkerPlatform): Eia | undefined {
  const { EIA_API_BASE: base, EIA_API_KEY: key } = platform.env;
  if (!key) return undefined;
  // EIA allows 9,000 questions an hour.
  const eia = createProvider(platform, { name: 'eia', base, timeoutMs: 10_000, patienceMs: 25_000, perMinute: 120 });
  return {
    listPrices: (from) =>
      eia.ask({
        companyId: turnOf,
        account: 'ours',
        path: '/v2/petroleum/pri/gnd/data/',
        query: {
          api_key: key,
          frequency: 'weekly',
          'data[]': 'value',
          'facets[product][]': product,
          'facets[duoarea][]': [...areas.keys()],
          start: from,
          length: '5000',
        },
        read: readPrices,
      }),
  };
}

function readPrices({ status, body }: { status: number; body: unknown }): DieselPrice[] {
  if (status === 401 || status === 403) throw new ProviderRefusal(`status ${status}`);
  if (status !== 200) throw new Error(`status ${status}`);
  return PriceAnswer.parse(body).response.data.flatMap((row): DieselPrice[] => {
    const region = areas.get(row.duoarea);
    const tenthsPerGallon = readPricePerGallon(String(row.value));
    const isOurs = row.product === product && row.units === units && weekStart(row.period, 'MONDAY') === row.period;
    return region === undefined || tenthsPerGallon === null || tenthsPerGallon === 0 || !isOurs
      ? []
      : [{ region, week: row.period, tenthsPerGallon }];
  });
}
