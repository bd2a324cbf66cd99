import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed, IconCircleX, IconProgressHelp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './fact-row.module.css';

/** NONE is a fact that is neither good nor bad. */
export type FactTone = 'GOOD' | 'LOOK' | 'BAD' | 'UNKNOWN' | 'NONE';

const marks = {
  GOOD: { label: 'Good', Icon: IconCircleCheckFilled },
  LOOK: { label: 'Look at this', Icon: IconAlertTriangleFilled },
  BAD: { label: 'Bad', Icon: IconCircleX },
  UNKNOWN: { label: 'Not known', Icon: IconProgressHelp },
  NONE: { label: 'Neutral', Icon: IconCircleDashed },
} as const;

/** The same sign as everywhere, always beside words. */
export function FactMark({ tone, size = 16 }: { tone: FactTone; size?: number }) {
  const { label, Icon } = marks[tone];
  return (
    <span className={classes.mark} data-tone={tone} role="img" aria-label={label}>
      <Icon size={size} stroke={2} aria-hidden="true" />
    </span>
  );
}

interface FactRowProps {
  tone: FactTone;
  fact: string;
  detail: ReactNode;
  /** Where it comes from and how old it is. */
  source?: string;
}

/** One line of a list of facts: the sign, what it is, and the numbers behind it. */
export function FactRow({ tone, fact, detail, source }: FactRowProps) {
  return (
    <li className={classes.row} title={source}>
      <FactMark tone={tone} />
      <span className={classes.fact}>{fact}</span>
      <span className={classes.detail}>{detail}</span>
    </li>
  );
}
