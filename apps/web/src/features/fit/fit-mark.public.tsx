import type { FitRow } from '@headhaul/contracts/fit';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleX, IconProgressHelp } from '@tabler/icons-react';
import classes from './fit-mark.module.css';

export const verdictLabels: Record<FitRow['verdict'], string> = {
  CAN: 'Can make it',
  LOOK: 'Can, but look',
  NOT_KNOWN: 'Not known',
  CANT: 'Can’t',
};

const icons = { CAN: IconCircleCheckFilled, LOOK: IconAlertTriangleFilled, NOT_KNOWN: IconProgressHelp, CANT: IconCircleX } as const;

/** The sign of a verdict. It always stands beside the words of the reason. */
export function FitMark({ verdict, size = 16 }: { verdict: FitRow['verdict']; size?: number }) {
  const Icon = icons[verdict];
  return (
    <span className={classes.mark} data-verdict={verdict} role="img" aria-label={verdictLabels[verdict]}>
      <Icon size={size} stroke={2} aria-hidden="true" />
    </span>
  );
}
