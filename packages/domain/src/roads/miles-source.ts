/**
 * Where the miles of a trip come from, the most reliable first. ENTERED: typed in, from a rate con or a posting, or from a file. OWN_LOADS: entered
 * on the company's own past loads of the same lane. PROVIDER: a maps service. NETWORK: our own highways. ESTIMATE: the straight line.
 * ELD: driven, as the truck's device says.
 */
export const milesSources = ['ENTERED', 'OWN_LOADS', 'PROVIDER', 'NETWORK', 'ESTIMATE', 'ELD'] as const;
export type MilesSource = (typeof milesSources)[number];

/** What a screen says beside the miles. */
export const milesSourceLabels: Record<MilesSource, string> = {
  ENTERED: 'Entered',
  OWN_LOADS: 'As on your past loads of this lane',
  PROVIDER: 'By the maps service',
  NETWORK: 'Highway miles',
  ESTIMATE: 'Estimated, straight line × 1.2',
  ELD: 'Driven, by the ELD',
};
