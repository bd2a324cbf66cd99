import page from './page.module.css';
import classes from './skeleton.module.css';

/** Placeholders for the cards while the figures load. */
export function AnalyticsSkeleton() {
  return (
    <div className={`${page.content} ${classes.body}`} aria-hidden="true">
      <div className={classes.tiles}>
        {[1, 2, 3, 4].map((tile) => (
          <div key={tile}>
            <span className={classes.second} />
            <span className={classes.figure} />
            <span className={classes.second} data-long="" />
          </div>
        ))}
      </div>
      <div className={page.pair} data-shape="chart">
        <div className={classes.card} data-tall="">
          <div className={classes.bars}>
            {[52, 57, 49, 58, 62, 58, 64, 62, 67, 66, 72, 50].map((height, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: Bars of a skeleton never move.
              <span key={index} style={{ height: `${height}%` }} />
            ))}
          </div>
        </div>
        <Lines count={8} isTall />
      </div>
      <div className={page.pair}>
        <Lines count={6} />
        <Lines count={6} />
      </div>
    </div>
  );
}

function Lines({ count, isTall = false }: { count: number; isTall?: boolean }) {
  return (
    <div className={classes.card} data-tall={isTall || undefined}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Lines of a skeleton never move.
        <span key={index} className={classes.first} style={{ width: `${92 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
