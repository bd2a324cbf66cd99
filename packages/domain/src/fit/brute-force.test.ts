import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRandomSource } from '../hours/testing/random-source.ts';
import { fitOf } from './fit.ts';
import { fitByBruteForce, toBruteForceForm } from './testing/brute-force.ts';
import { randomFleet } from './testing/random-fleets.ts';

it('random fleets, loads and plans: equal to a drive minute by minute', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const { trucks, load, assumptions, measure, nowMs } = randomFleet(createRandomSource(seed));
      for (const { truck, loads } of trucks) {
        const fit = fitOf(truck, load, { loads, measure }, assumptions, nowMs);
        expect(toBruteForceForm(fit)).toEqual(fitByBruteForce(truck, load, { loads, measure }, assumptions, nowMs));
      }
    }),
    { numRuns: 120 },
  );
});
