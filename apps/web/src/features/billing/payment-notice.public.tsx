import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react';
import classes from './payment-notice.module.css';

/** Why the payment page did not open, and a link when the browser blocked the tab. Screen readers announce it. */
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
