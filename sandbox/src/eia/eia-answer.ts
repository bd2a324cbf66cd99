import { z } from 'zod';
import type { JsonAnswer } from '../json-service/json-server.ts';
import { readBrackets } from './bracket-query.ts';
import type { PriceRow } from './diesel-prices.ts';

const path = '/v2/petroleum/pri/gnd/data';
const facetNames = ['duoarea', 'product', 'process', 'series'] as const;
const largestPage = 5_000;

const Facet = z.array(z.string());
const Whole = z.coerce.number().int().min(0);
const Query = z.object({
  api_key: z.string().optional(),
  frequency: z.literal('weekly', 'Invalid frequency provided. The sandbox has only weekly prices.').optional(),
  data: z.array(z.literal('value', "Invalid data provided. The only valid data are 'value'.")).optional(),
  facets: z
    .strictObject({ duoarea: Facet.optional(), product: Facet.optional(), process: Facet.optional(), series: Facet.optional() })
    .optional(),
  start: z.iso.date().optional(),
  end: z.iso.date().optional(),
  sort: z
    .array(z.object({ column: z.enum(['period', 'value', ...facetNames]), direction: z.enum(['asc', 'desc']).default('asc') }))
    .optional(),
  offset: Whole.optional(),
  length: Whole.optional(),
});
type Query = z.infer<typeof Query>;

function refuseKey(code: string, message: string): JsonAnswer {
  return {
    status: 403,
    body: { error: { code, message: `${message} Please register for one at https://www.eia.gov/opendata/register.php` } },
  };
}

function isWanted(row: PriceRow, { facets = {}, start, end }: Query): boolean {
  const isInFacets = facetNames.every((name) => facets[name] === undefined || facets[name].includes(row[name]));
  return isInFacets && (start === undefined || row.period >= start) && (end === undefined || row.period <= end);
}

function compareRows({ sort = [] }: Query): (left: PriceRow, right: PriceRow) => number {
  return (left, right) => {
    for (const { column, direction } of sort) {
      const [a, b] = [left[column], right[column]];
      const order = column === 'value' ? Number(a) - Number(b) : a.localeCompare(b);
      if (order !== 0) return direction === 'desc' ? -order : order;
    }
    return 0;
  };
}

/** The part of EIA's API v2 with the weekly prices of diesel. `key` is the one it accepts. */
export function answerEia(rows: readonly PriceRow[], key: string, url: URL): JsonAnswer {
  const given = url.searchParams.get('api_key') ?? '';
  if (given === '') return refuseKey('API_KEY_MISSING', 'No api_key was supplied.');
  if (given !== key) return refuseKey('API_KEY_INVALID', 'An invalid api_key was supplied.');
  if (url.pathname.replace(/\/$/, '') !== path) return { status: 404, body: { error: 'The requested route was not found.', code: 404 } };
  const params = readBrackets(url.searchParams);
  const query = Query.safeParse(params);
  if (!query.success) return { status: 400, body: { error: query.error.issues.map(({ message }) => message).join(' '), code: 400 } };
  const { data = [], offset = 0, length = largestPage } = query.data;
  const found = rows.filter((row) => isWanted(row, query.data)).toSorted(compareRows(query.data));
  const page = found.slice(offset, offset + Math.min(length, largestPage));
  return {
    status: 200,
    body: {
      response: {
        total: String(found.length),
        dateFormat: 'YYYY-MM-DD',
        frequency: 'weekly',
        // Without a wish for data the rows have no value.
        data: data.includes('value') ? page : page.map(({ value: _value, units: _units, ...row }) => row),
        description: 'Weekly retail prices of on-highway diesel, from the sandbox.',
      },
      request: { command: `${path}/`, params },
      apiVersion: '2.1.8',
      ExcelAddInVersion: '2.1.0',
    },
  };
}

export function eiaErrorBody(status: number): unknown {
  if (status !== 429) return { error: `The sandbox was told to answer ${status}.`, code: status };
  return { error: { code: 'OVER_RATE_LIMIT', message: 'You have exceeded your rate limit. Try again later.' } };
}
