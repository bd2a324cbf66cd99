/** How much of a bench is run. `tiny` goes once through every line of it, for CI; `short` takes minutes; `full` is what the docs state. */
export type Form = 'tiny' | 'short' | 'full';

/** What `pnpm bench <name>` was asked for; undefined when it was asked for something else. */
export function readForm(options: readonly string[]): Form | undefined {
  const [option, ...others] = options;
  if (others.length > 0) return undefined;
  if (option === undefined) return 'short';
  if (option === '--tiny') return 'tiny';
  return option === '--full' ? 'full' : undefined;
}
