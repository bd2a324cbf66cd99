import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import classes from './payment-notice.module.css';

/** What stood in the way of the payment page, and the way around it. Spoken when it comes. */
export function PaymentNotice({ failure, blocked }: { failure: string | null; blocked: string | null }) {
  return (
    <div role="alert">
      {failure === null ? null : (
        <p className={classes.notice}>
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          {failure}
        </p>
      )}
      {blocked === null ? null : (
        <p className={classes.notice}>
          <IconExternalLink size={18} stroke={1.75} aria-hidden="true" />
          <span>
            Your browser did not open the new tab.{' '}
            <a href={blocked} target="_blank" rel="noopener noreferrer">
              Open the payment page
            </a>
          </span>
        </p>
      )}
    </div>
  );
}
