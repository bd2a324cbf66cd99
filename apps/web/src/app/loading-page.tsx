import { PublicHeader } from '../shared/ui/public-header.tsx';
import classes from './loading-page.module.css';

/** A full page with a text that says what the person is waiting for. */
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
