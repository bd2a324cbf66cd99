import { PageLink } from '../shared/ui/page-button.tsx';
import { PageHeader } from '../shared/ui/page-header.tsx';
import classes from './being-built-page.module.css';
import { useScreenTitle } from './screen-title.ts';

const others = 'you connect Headhaul with your other tools here: Datatruck, Google and your drivers’ Telegram groups';

/** What each screen will offer, as the end of "When it is ready, …". */
const coming: Record<string, string> = {
  Integrations: others,
  'Connect Datatruck': others,
  'Telegram message': others,
};

/** Shown by every screen whose feature isn't built yet. */
export default function BeingBuiltPage() {
  const title = useScreenTitle() ?? 'This screen';
  return (
    <div className={classes.page}>
      <PageHeader title={title} state="Coming soon" />
      <div className={classes.body}>
        <svg viewBox="0 0 220 120" width="220" height="120" aria-hidden="true">
          <path className={classes.road} d="M98 10h24l88 110H10z" />
          <path className={classes.edge} d="M98 10 10 120M122 10l88 110" />
          <path className={classes.ahead} d="M109 18h2l.5 10h-3zM108 36h4l.8 14h-5.600z" />
          <path className={classes.done} d="M106.500 60h7l1.200 20h-9.400zM104.500 92h11l1.600 28h-14.200z" />
        </svg>
        <h2>Still being built</h2>
        <p>
          When it is ready, {coming[title] ?? 'it opens here'}. Loads, drivers, brokers, analytics, your team and the extension work today.
        </p>
        <PageLink look="plain" to="/dispatcher/my-loads">
          Go to Loads
        </PageLink>
      </div>
    </div>
  );
}
