import { PublicHeader } from '../shared/ui/public-header.tsx';
import classes from './loading-page.module.css';

/** A whole page that waits, with words that say for what. */
export function LoadingPage({ text }: { text: string }) {
  return (
    <div className={classes.page}>
      <PublicHeader />
      <main className={classes.main} role="status">
        <span className={classes.ring} />
        {text}
      </main>
    </div>
  );
}
