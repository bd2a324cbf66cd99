import type { SignIn } from '@headhaul/contracts/sign-ins';
import { Button } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import classes from './news-bars.module.css';
import { describeNews, firstName, isUnanswered } from './sign-in-labels.ts';
import type { SignInActions } from './use-sign-in-actions.ts';

interface NewsBarsProps {
  signIns: readonly SignIn[];
  now: number;
  zone: string;
  actions: SignInActions;
}

/** More bars would push the list off the screen. Each row is marked anyway. */
const mostBars = 3;

/** Sign-ins from a new device or place, shown until somebody confirms or ends them. */
export function NewsBars({ signIns, now, zone, actions }: NewsBarsProps) {
  const news = signIns.filter(isUnanswered);
  if (news.length === 0) return null;
  return (
    <section className={classes.bars} aria-label="New sign-ins">
      {news.slice(0, mostBars).map((signIn) => {
        const { fact, reason } = describeNews(signIn, signIns, now, zone);
        return (
          <div key={signIn.id} className={classes.bar}>
            <IconAlertTriangleFilled size={18} aria-hidden="true" />
            <p>
              <b>{fact}</b> {reason}
            </p>
            <div className={classes.buttons}>
              <Button
                variant="default"
                size="sm"
                disabled={actions.blocked !== null}
                loading={actions.busyId === signIn.id}
                title={actions.blocked ?? undefined}
                onClick={() => void actions.confirm(signIn)}
              >
                {signIn.isYou ? 'It was me' : `It was ${firstName(signIn)}`}
              </Button>
              <Button
                variant="default"
                size="sm"
                className={classes.end}
                disabled={actions.blocked !== null || actions.busyId === signIn.id}
                title={actions.blocked ?? undefined}
                onClick={() => void actions.end(signIn)}
              >
                End session
              </Button>
            </div>
          </div>
        );
      })}
      {news.length > mostBars ? <p className={classes.more}>{news.length - mostBars} more are marked in the list.</p> : null}
    </section>
  );
}
