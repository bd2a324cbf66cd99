import type { ProfitFacts } from '../profit/facts.ts';
import type { BoardLoad } from './board-load.ts';
import { postedCents } from './figures.ts';

/** What the load itself doesn't say: the truck, its crew and the company's terms. */
export type CandidateFacts = Omit<
  ProfitFacts,
  'status' | 'statusBeforeProblem' | 'linehaulCents' | 'fuelSurchargeCents' | 'fees' | 'loaded' | 'agreedPayCents'
>;

/**
 * What the profit of a load on a board is computed from, if this truck took it. The rate is all in: boards show no surcharge. Without a
 * deadhead of the truck's own the one on the board counts, which is from the place that was searched for.
 */
export function candidateProfitFacts(load: BoardLoad, candidate: CandidateFacts): ProfitFacts {
  const { tripMiles, deadheadOrigin } = load;
  const shown = deadheadOrigin === null ? null : { miles: deadheadOrigin, source: 'ENTERED' as const };
  return {
    ...candidate,
    status: 'BOOKED',
    statusBeforeProblem: null,
    linehaulCents: postedCents(load),
    fuelSurchargeCents: 0,
    fees: [],
    loaded: tripMiles === null ? null : { miles: tripMiles, source: 'ENTERED' },
    deadhead: candidate.deadhead ?? shown,
    agreedPayCents: null,
  };
}
