import classes from './list-filtered-empty.module.css';

/** Shown when no row matches the filters: one line and a button that clears them. */
export function ListFilteredEmpty({ line, onClear }: { line: string; onClear: () => void }) {
  return (
    <p className={classes.empty} role="status">
      {line}{' '}
      <button type="button" onClick={onClear}>
        Clear filters
      </button>
    </p>
  );
}
