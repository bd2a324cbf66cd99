import classes from './figure-strip.module.css';

export interface Figure {
  label: string;
  value: string;
  /** What the figure is based on: "850 mi", "72.7% of gross". */
  basis?: string;
  /** `need` makes the basis amber. */
  tone?: 'need';
}

/** Up to five figures side by side. */
export function FigureStrip({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.strip}>
      {figures.map(({ label, value, basis, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={classes.value}>{value}</dd>
          {basis === undefined ? null : (
            <dd className={classes.basis} data-tone={tone}>
              {basis}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
