export const loadStatuses = [
  'DRAFT',
  'BOOKED',
  'DISPATCHED',
  'AT_PICKUP',
  'IN_TRANSIT',
  'AT_DELIVERY',
  'PROBLEM',
  'DELIVERED',
  'INVOICED',
  'PAID',
  'TONU',
  'CANCELLED',
  'DISCARDED',
] as const;
export type LoadStatus = (typeof loadStatuses)[number];

export const loadStatusLabels: Record<LoadStatus, string> = {
  DRAFT: 'Draft',
  BOOKED: 'Booked',
  DISPATCHED: 'Dispatched',
  AT_PICKUP: 'At pickup',
  IN_TRANSIT: 'In transit',
  AT_DELIVERY: 'At delivery',
  PROBLEM: 'Problem',
  DELIVERED: 'Delivered',
  INVOICED: 'Invoiced',
  PAID: 'Paid',
  TONU: 'TONU',
  CANCELLED: 'Cancelled',
  DISCARDED: 'Discarded',
};

/**
 * The life of a load: every move that exists. The API, the buttons and the docs read only this
 * table. `allowedMoves` adds further conditions.
 */
export const moves: Record<LoadStatus, readonly LoadStatus[]> = {
  DRAFT: ['BOOKED', 'DISCARDED'],
  BOOKED: ['DISPATCHED', 'TONU', 'CANCELLED'],
  DISPATCHED: ['AT_PICKUP', 'IN_TRANSIT', 'BOOKED', 'TONU', 'CANCELLED'],
  AT_PICKUP: ['IN_TRANSIT', 'TONU', 'CANCELLED'],
  IN_TRANSIT: ['AT_DELIVERY', 'DELIVERED', 'PROBLEM'],
  AT_DELIVERY: ['DELIVERED', 'PROBLEM'],
  PROBLEM: ['IN_TRANSIT', 'AT_DELIVERY', 'DELIVERED', 'CANCELLED'],
  DELIVERED: ['INVOICED', 'IN_TRANSIT'],
  INVOICED: ['PAID', 'DELIVERED'],
  PAID: [],
  TONU: ['INVOICED', 'CANCELLED'],
  CANCELLED: ['BOOKED'],
  DISCARDED: [],
};

/** Loads that the office still works on: neither settled nor given up. */
export const activeStatuses = [
  'DRAFT',
  'BOOKED',
  'DISPATCHED',
  'AT_PICKUP',
  'IN_TRANSIT',
  'AT_DELIVERY',
  'PROBLEM',
  'DELIVERED',
] as const satisfies readonly LoadStatus[];

/** A driver is on it. */
export const rollingStatuses = ['DISPATCHED', 'AT_PICKUP', 'IN_TRANSIT', 'AT_DELIVERY', 'PROBLEM'] as const satisfies readonly LoadStatus[];

/** Counted in no total: never agreed, or given up. */
export const uncountedStatuses = ['DRAFT', 'CANCELLED', 'DISCARDED'] as const satisfies readonly LoadStatus[];

/** How long a move can be undone, and a delivery reopened. */
export const undoWindowMs = 24 * 60 * 60 * 1_000;

export interface MoveFacts {
  status: LoadStatus;
  /** The status before PROBLEM. It is TONU for a TONU that was invoiced, paid or canceled. */
  statusBeforeProblem: LoadStatus | null;
  statusChangedAt: string;
  linehaulCents: number;
}

/** The moves this person may make with this load now, most likely first. TONU has its own call, with two fields. */
export function allowedMoves(load: MoveFacts, by: { isTeamOwner: boolean }, nowMs: number): LoadStatus[] {
  return moves[load.status].filter((to) => {
    // After a problem the load continues where it stopped. It can always be delivered or canceled.
    if (load.status === 'PROBLEM' && (to === 'IN_TRANSIT' || to === 'AT_DELIVERY'))
      return to === (load.statusBeforeProblem ?? 'IN_TRANSIT');
    if (load.status === 'DELIVERED' && to === 'IN_TRANSIT') {
      return by.isTeamOwner && nowMs - Date.parse(load.statusChangedAt) <= undoWindowMs;
    }
    // A TONU was never hauled, so taking its invoice back is an undo and not a delivery.
    if (load.status === 'INVOICED' && to === 'DELIVERED') return load.statusBeforeProblem !== 'TONU';
    if (to === 'BOOKED') return load.linehaulCents > 0;
    return true;
  });
}

/** What each move does, in the words of the menu. */
export const moveEffects: Record<LoadStatus, string> = {
  DRAFT: 'Not agreed yet',
  BOOKED: 'Agreed with the broker',
  DISPATCHED: 'The driver has it',
  AT_PICKUP: 'Starts the detention clock',
  IN_TRANSIT: 'Loaded and rolling',
  AT_DELIVERY: 'Starts the detention clock',
  PROBLEM: 'Breakdown, refused, claim, repower',
  DELIVERED: 'Waits for the POD and the invoice',
  INVOICED: 'Starts the days to pay',
  PAID: 'Closes the load',
  TONU: 'Truck ordered, not used: new rate and RC',
  CANCELLED: 'No revenue',
  DISCARDED: 'Leaves the list',
};
