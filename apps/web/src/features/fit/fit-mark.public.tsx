import type { FitRow } from '@headhaul/contracts/fit';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleX, IconProgressHelp } from '@tabler/icons-react';
import classes from './fit-mark.module.css';

const marks = {
  CAN: { label: 'Can make it', Icon: IconCircleCheckFilled },
  LOOK: { label: 'Can make it, but look', Icon: IconAlertTriangleFilled },
  NOT_KNOWN: { label: 'Not known', Icon: IconProgressHelp },
  CANT: { label: 'Can’t', Icon: IconCircleX },
} as const;

/** The sign of a verdict. It always stands beside the words of the reason. */
export function FitMark({ verdict }: { verdict: FitRow['verdict'] }) {
  const { label, Icon } = marks[verdict];
  return (
    <span className={classes.mark} data-verdict={verdict} role="img" aria-label={label}>
      <Icon size={16} stroke={2} aria-hidden="true" />
    </span>
  );
}
