import classes from './list-filtered-empty.module.css';

/** Nothing matches: one line and the way out of it. */
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
