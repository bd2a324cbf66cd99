/** How much of a bench runs. `tiny` runs every line once, for CI. `short` takes minutes. `full` gives the figures in the docs. */
export type Form = 'tiny' | 'short' | 'full';

/** The form that `pnpm bench <name>` was called with. Undefined if the options are unknown. */
export function readForm(options: readonly string[]): Form | undefined {
  const [option, ...others] = options;
  if (others.length > 0) return undefined;
  if (option === undefined) return 'short';
  if (option === '--tiny') return 'tiny';
  return option === '--full' ? 'full' : undefined;
}
