import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { Button, Modal } from '@mantine/core';
import dialog from '../../../shared/ui/dialog.module.css';
import { FocusBack } from '../../../shared/ui/focus-back.tsx';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import classes from './fit-question.module.css';

interface FitQuestionProps {
  load: LoadRow;
  /** The driver who can't, or of whom it isn't known. */
  asked: FitRow;
  /** The best driver who can. Null when there is none. */
  instead: FitRow | null;
  onInstead: (row: FitRow) => void;
  onAnyway: () => void;
  onClose: () => void;
}

const firstName = ({ name }: FitRow) => name.split(' ')[0] ?? name;

/** Asks before a load goes to a driver who can't make it, or of whom nobody knows. The reasons against it are listed. */
export function FitQuestion({ load, asked, instead, onInstead, onAnyway, onClose }: FitQuestionProps) {
  const isNo = asked.verdict === 'CANT';
  return (
    <Modal.Root opened onClose={onClose} size={560} classNames={{ content: dialog.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <FocusBack />
        <Modal.Title className={dialog.title}>
          {isNo ? `${firstName(asked)} can’t make ${load.loadNumber}` : `${asked.fact}. Assign anyway?`}
        </Modal.Title>
        <p className={classes.lane}>
          {load.loadNumber}, {load.pickupCity} to {load.deliveryCity}
          {isNo ? '' : `, for ${asked.name}`}
        </p>
        <ul className={classes.reasons}>
          {asked.reasons.slice(isNo ? 0 : 1).map(({ kind, words }) => (
            <li key={`${kind} ${words}`}>{words}</li>
          ))}
          {asked.detail === '' ? null : <li className={classes.detail}>{asked.detail}</li>}
        </ul>
        {instead === null ? null : (
          <div className={classes.instead}>
            <FitMark verdict={instead.verdict} />
            <span>
              <b>{instead.name} can</b>
              <span>{[instead.fact, instead.detail].filter((words) => words !== '').join('. ')}</span>
            </span>
          </div>
        )}
        <div className={classes.buttons}>
          <Button variant="subtle" color="stop.6" size="md" onClick={onAnyway}>
            Assign anyway
          </Button>
          <Button variant="default" size="md" data-autofocus={instead === null || undefined} onClick={onClose}>
            Cancel
          </Button>
          {instead === null ? null : (
            <Button size="md" data-autofocus onClick={() => onInstead(instead)}>
              Assign {firstName(instead)} instead
            </Button>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
