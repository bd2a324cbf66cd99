import type { FitRow } from '@headhaul/contracts/fit';
import { Button, Popover } from '@mantine/core';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { type AnchorBox, MenuAnchor } from '../menu-anchor.tsx';
import type { AssignedLoad } from './fit-groups.ts';
import classes from './fit-question.module.css';
import { FitQuestion } from './fit-question.tsx';

/** The person wants the driver though the fit is against it: the reason that was typed, and what the person was told. */
export interface Anyway {
  reason: string | null;
  seen: string[];
  /** The numbers of the loads at the same time. */
  seenLoads: string[];
}

/** What the person has agreed to. */
export interface Consent {
  /** Told that the driver can't, or that it isn't known. */
  anyway?: Anyway;
  /** Told that the driver has another load then. */
  isDoubleBooked?: boolean;
  /** Told that somebody else assigned the load meanwhile. */
  isReplacing?: boolean;
}

export interface Doubt {
  /** The fit is against it, the API names another load at that time, or somebody else assigned the load meanwhile. */
  kind: 'fit' | 'double-booking' | 'meanwhile';
  load: AssignedLoad;
  /** The loads that follow when this one is settled. */
  others: readonly AssignedLoad[];
  to: FitRow | null;
  /** The best driver who can. */
  instead: FitRow | null;
  /** What the API says against it. Empty when the fit is against it. */
  words: string;
  /** Where the person pressed or dropped. */
  at: AnchorBox | null;
  /** What the person has agreed to before. */
  consent?: Consent;
}

interface AssignQuestionProps {
  doubt: Doubt;
  onInstead: (row: FitRow) => void;
  onAnyway: (anyway: Anyway) => void;
  onReplace: () => void;
  onClose: () => void;
}

export function AssignQuestion({ doubt, onInstead, onAnyway, onReplace, onClose }: AssignQuestionProps) {
  const { kind, load, to, instead, words, at } = doubt;
  const isMobile = useIsMobile();
  if (kind === 'meanwhile') {
    return (
      <AskDialog title={words.replace(/\.$/, '')} action="Replace" cancel="Keep" onClose={onClose} onSubmit={onReplace}>
        <p>{to === null ? 'Unassign it anyway?' : `Assign it to ${to.name} instead?`}</p>
      </AskDialog>
    );
  }
  if (to === null) return null;
  const agree = (reason: string | null) => {
    const seen = [...new Set(to.reasons.map(({ kind: told }) => told))];
    onAnyway({ reason, seen, seenLoads: to.reasons.flatMap(({ loadNumber = [] }) => loadNumber) });
  };
  if (kind === 'double-booking') {
    return (
      <AskDialog title={`${to.name} is on another load then`} action="Assign anyway" onClose={onClose} onSubmit={() => agree(null)}>
        <p>{words}</p>
      </AskDialog>
    );
  }
  if (to.verdict === 'CANT') return <FitQuestion load={load} asked={to} {...{ instead, onInstead, onClose }} onAnyway={agree} />;
  const title = `${to.fact}. Assign anyway?`;
  const number = load.loadNumber === '' ? '' : `${load.loadNumber}, `;
  const text = [`${number}${load.pickupCity} to ${load.deliveryCity}, for ${to.name}.`, to.detail].filter((part) => part !== '');
  if (isMobile || at === null) {
    return (
      <AskDialog title={title} action="Assign anyway" onClose={onClose} onSubmit={() => agree(null)}>
        <p>{text.join(' ')}</p>
      </AskDialog>
    );
  }
  return (
    <Popover
      opened
      onChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      position="bottom-start"
      offset={6}
      width={320}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <MenuAnchor box={at} />
      </Popover.Target>
      <Popover.Dropdown className={classes.small} role="dialog" aria-label={title}>
        <b>{title}</b>
        <p>{text.join(' ')}</p>
        <div className={classes.smallButtons}>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="xs" data-autofocus onClick={() => agree(null)}>
            Assign anyway
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
