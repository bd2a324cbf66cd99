import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { explainFailure } from '../../api/api-failure.ts';
import { links } from '../../links.ts';
import classes from './list-error.module.css';
import { useRetryClock } from './use-retry-clock.ts';

interface ListErrorProps {
  /** "Couldn’t load your loads" */
  title: string;
  error: unknown;
  /** A sentence that says what is not lost. */
  safe?: string;
  onRetry: () => void;
  isRetrying: boolean;
  /** The last copy of the list: when it was fetched ("10:31 CST") and the action that shows it. */
  copy?: { time: string; onShow: () => void };
}

/** Shown when a list could not be loaded. It tries again by itself, with a longer wait each time. */
export function ListError({
  title,
  error,
  safe = 'Nothing is lost, and what you typed is kept.',
  onRetry,
  isRetrying,
  copy,
}: ListErrorProps) {
  const seconds = useRetryClock(onRetry, isRetrying);
  const clipboard = useClipboard();
  const { what, status, requestId } = explainFailure(error);
  const details = [status === null ? 'No answer' : String(status), ...(requestId === null ? [] : [`request ${requestId}`])].join(', ');

  function copyDetails() {
    clipboard.copy(`${title}. ${what} ${details}, ${window.location.pathname}, ${new Date().toISOString()}`);
  }

  return (
    <section className={classes.card} role="alert">
      <span className={classes.sign}>
        <IconCloudOff size={22} stroke={1.75} aria-hidden="true" />
      </span>
      <div>
        <h2>{title}</h2>
        <p className={classes.words}>
          {what} {safe} {/* Screen readers skip the countdown: reading it out every second is no help. */}
          <span aria-hidden="true">
            {isRetrying ? (
              'Trying again now…'
            ) : (
              <>
                We try again by ourselves in <b>{seconds} s</b>.
              </>
            )}
          </span>
        </p>
        <div className={classes.buttons}>
          <Button leftSection={<IconRefresh size={16} stroke={1.75} />} loading={isRetrying} onClick={onRetry}>
            Try again
          </Button>
          {copy ? (
            <Button variant="default" onClick={copy.onShow}>
              Show copy from {copy.time}
            </Button>
          ) : null}
        </div>
      </div>
      <footer className={classes.foot}>
        <span>{details}</span>
        <span className={classes.ways}>
          <button type="button" onClick={copyDetails}>
            {clipboard.copied ? 'Copied' : 'Copy details'}
          </button>
          <a href={links.support}>Contact support</a>
        </span>
      </footer>
    </section>
  );
}
