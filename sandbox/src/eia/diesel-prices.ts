import { z } from 'zod';

/** EIA's areas of its weekly diesel survey. `dollars` is what diesel costs there above the national price. */
const areaLines = `
NUS|U.S.|U.S.|0
R10|PADD 1|East Coast|0.07
R1X|PADD 1A|New England (PADD 1A)|0.27
R1Y|PADD 1B|Central Atlantic (PADD 1B)|0.24
R1Z|PADD 1C|Lower Atlantic (PADD 1C)|-0.03
R20|PADD 2|Midwest|-0.06
R30|PADD 3|Gulf Coast|-0.36
R40|PADD 4|Rocky Mountain|-0.09
R50|PADD 5|West Coast|0.74
R5XCA|PADD 5 EXCEPT CALIFORNIA|West Coast (PADD 5) Except California|0.38
SCA|CALIFORNIA|California|1.16
`;

interface Area {
  code: string;
  name: string;
  label: string;
  dollars: number;
}

export const areas: readonly Area[] = areaLines
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', label = '', dollars = ''] = line.split('|');
    return { code, name, label, dollars: Number(dollars) };
  });

/** One row of the data, with EIA's names of the columns. A value is a string. */
export interface PriceRow {
  period: string;
  duoarea: string;
  'area-name': string;
  product: string;
  'product-name': string;
  process: string;
  'process-name': string;
  series: string;
  'series-description': string;
  value: string;
  units: string;
}

const weekMs = 7 * 86_400_000;
const firstMondayMs = Date.UTC(1970, 0, 5);
/** Monday at 5 p.m. in New York (in winter an hour later than in summer). */
const publishedAfterMs = 22 * 3_600_000;
export const keptWeeks = 60;

/** `2026-10-26`, the Monday of a week that is counted from January 5, 1970. */
function mondayOf(week: number): string {
  return new Date(firstMondayMs + week * weekMs).toISOString().slice(0, 10);
}

function lastPublishedWeek(nowMs: number): number {
  return Math.floor((nowMs - firstMondayMs - publishedAfterMs) / weekMs);
}

/** A price that moves by some cents a week between about $3.20 and $4.20. The same in each run. */
function priceOf({ dollars }: Area, week: number, index: number): number {
  const season = 0.26 * Math.sin((2 * Math.PI * week) / 52) + 0.13 * Math.sin((2 * Math.PI * week) / 17);
  const own = 0.035 * Math.sin(week / 4 + index) + 0.012 * Math.sin(week * 2.4 + index * 3);
  return Number((3.72 + dollars + season + own).toFixed(3));
}

const isMonday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
export const PriceBody = z.strictObject({
  /** Dollars for a gallon. */
  price: z.number('Give a price').min(0, 'Give 0 or more').max(99, 'Give 99 at most'),
  /** The Monday of the price. The default is the newest. */
  period: z.iso.date().refine(isMonday, 'Give a Monday').optional(),
});
export const AreaCode = z.enum(areas.map(({ code }) => code));

/** The weekly prices of diesel. */
export class DieselPrices {
  #changed = new Map<string, Map<string, number>>();

  reset(): void {
    this.#changed = new Map();
  }

  /** Sets the price of an area for one week, which may be a week that EIA has not published yet. */
  set(area: string, price: number, period = mondayOf(lastPublishedWeek(Date.now()))): void {
    const ofArea = this.#changed.get(area) ?? new Map<string, number>();
    this.#changed.set(area, ofArea.set(period, price));
  }

  /** The rows of all areas. Without the newest `staleWeeks` and without `missingArea`. */
  rows(
    nowMs: number,
    { staleWeeks = 0, missingArea }: { staleWeeks?: number | undefined; missingArea?: string | undefined } = {},
  ): PriceRow[] {
    const last = lastPublishedWeek(nowMs) - staleWeeks;
    const periods = Array.from({ length: keptWeeks }, (_, index) => mondayOf(last - index));
    return areas.flatMap((area, index) => {
      if (area.code === missingArea) return [];
      const changed = this.#changed.get(area.code) ?? new Map<string, number>();
      const ahead = staleWeeks > 0 ? [] : [...changed.keys()].filter((period) => period > (periods[0] ?? ''));
      return [...ahead.sort().reverse(), ...periods].map((period) => {
        const week = Math.round((Date.parse(period) - firstMondayMs) / weekMs);
        return present(area, period, changed.get(period) ?? priceOf(area, week, index));
      });
    });
  }

  newest(nowMs: number): PriceRow[] {
    const rows = this.rows(nowMs);
    return areas.flatMap(({ code }) => rows.find(({ duoarea }) => duoarea === code) ?? []);
  }
}

function present({ code, name, label }: Area, period: string, price: number): PriceRow {
  return {
    period,
    duoarea: code,
    'area-name': name,
    product: 'EPD2D',
    'product-name': 'No 2 Diesel',
    process: 'PTE',
    'process-name': 'Retail Sales',
    series: `EMD_EPD2D_PTE_${code}_DPG`,
    'series-description': `${label} No 2 Diesel Retail Prices (Dollars per Gallon)`,
    value: String(price),
    units: '$/GAL',
  };
}
