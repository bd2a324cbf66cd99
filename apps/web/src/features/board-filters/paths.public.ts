export const smartFiltersPath = '/dispatcher/smart-filters';

/** The page with this filter open. */
export function smartFilterPath(id: string): string {
  return `${smartFiltersPath}?filter=${id}`;
}
