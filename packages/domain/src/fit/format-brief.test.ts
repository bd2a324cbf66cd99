import { describe, expect, it } from 'vitest';
import { estimateRoadMiles } from '../places/distance.ts';
import { usualAssumptions } from './assumptions.ts';
import type { FitLoad, FitTruck, PlannedLoad } from './facts.ts';
import { fitOf } from './fit.ts';
import { formatBrief } from './format-brief.ts';
import { inSentence } from './format-reason.ts';
import { at, loadFrom, nowMs, plannedLoad, stopAt, truckIn } from './testing/samples.ts';

function brief(truck: FitTruck, load: FitLoad, loads: readonly PlannedLoad[] = []): string[] {
  const measure = (from: Parameters<typeof estimateRoadMiles>[0][number], to: typeof from) => ({
    miles: estimateRoadMiles([from, to]),
    source: 'ROAD' as const,
  });
  const fit = fitOf(truck, load, { loads, measure }, usualAssumptions, nowMs);
  const { fact, detail } = formatBrief(fit, { nowMs, companyZone: 'America/Chicago' });
  return [fit.verdict, fact, detail];
}

describe('the words of a bar', () => {
  const load = loadFrom('Fort Worth', 'tue 08:00', 'Atlanta', 'wed 20:00');
  const next = plannedLoad('24830', [stopAt('PICKUP', 'Jackson', 'thu 03:00'), stopAt('DELIVERY', 'Nashville', 'fri 12:00')]);
  const other = plannedLoad('24832', [stopAt('PICKUP', 'Dallas', 'tue 12:00'), stopAt('DELIVERY', 'Tulsa', 'wed 12:00')]);

  it('for trucks that can: how early, and the empty miles or what to look at', () => {
    expect(brief(truckIn('Dallas'), load)).toEqual(['CAN', expect.stringMatching(/^\d+ h early$/), expect.stringMatching(/^3\d mi/)]);
    expect(brief({ ...truckIn('Dallas'), avoidedStates: ['GA'] }, load)).toEqual([
      'LOOK',
      expect.stringMatching(/^\d+ h early$/),
      'Avoids GA',
    ]);
  });

  it('for trucks of which a fact is missing', () => {
    expect(brief({ ...truckIn('Dallas'), where: null }, load)).toEqual(['NOT_KNOWN', 'Location not known', '']);
  });

  it('for trucks that can’t: the fact that decides', () => {
    expect(brief({ ...truckIn('Houston'), equipment: 'FLATBED' }, load)).toEqual(['CANT', 'Flatbed', 'Load needs a van']);
    expect(brief(truckIn('Dallas'), load, [other])).toEqual(['CANT', 'Has 24832', 'At the same time']);
    expect(brief(truckIn('Dallas'), load, [next])).toEqual(['CANT', expect.stringMatching(/^24830: .+ late$/), 'Next load would slip']);
    expect(brief(truckIn('Boise'), load)).toEqual([
      'CANT',
      expect.stringMatching(/ h late$/),
      expect.stringMatching(/^1,\d+ mi and .+ rest$/),
    ]);
    const shop = { ...truckIn('Dallas'), ownStatus: 'IN_SHOP' as const, offUntilMs: at('thu 08:00') };
    expect(brief(shop, load)).toEqual(['CANT', 'In shop', 'until Thu 08:00']);
  });
});

it('words inside a sentence begin small, abbreviations don’t', () => {
  expect(['Flatbed, load needs a van', 'CDL expired Nov 2', 'On 24833 at that time'].map(inSentence)).toEqual([
    'flatbed, load needs a van',
    'CDL expired Nov 2',
    'on 24833 at that time',
  ]);
});
