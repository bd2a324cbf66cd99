import type { CheckedRecord } from '@headhaul/contracts/fmcsa';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { TextField } from '../../../shared/form/field.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { FocusBack } from '../../../shared/ui/focus-back.tsx';
import { brokersApi } from '../brokers.api.ts';
import { brokerPath } from '../paths.ts';
import { formatLookupsLeft, readRegisterNumber } from './labels.public.ts';
import { LookUpNote } from './look-up-note.tsx';
import classes from './lookup.module.css';
import { RecordSummary } from './record-summary.tsx';
import { type LookUpResult, type RegisterNumber, useLookUp } from './use-look-up.public.ts';

interface LookUpDialogProps {
  onClose: () => void;
  /** Adds the broker that was found. */
  onAdd: (record: CheckedRecord['record']) => void;
}

function recordOf(result: LookUpResult | null): CheckedRecord | null {
  if (result?.kind === 'ANSWER') return result.answer.found;
  return result?.kind === 'USED_UP' ? result.kept : null;
}

/** Looks up a broker that may not be in the list yet, and adds it with what FMCSA says. */
export default function LookUpDialog({ onClose, onAdd }: LookUpDialogProps) {
  const now = useNow();
  const zone = useOfficeZone();
  const { lookUp, result, isLookingUp, clear } = useLookUp();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<RegisterNumber | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const number = readRegisterNumber(typed);
  const checked = recordOf(result);
  const { currentData: same } = brokersApi.useListBrokersInfiniteQuery(
    { isQuiet: true, search: checked?.record.mc ?? '' },
    { skip: checked === null || checked.record.mc === null },
  );
  const known = same?.pages.flatMap(({ brokers }) => brokers).find(({ mc }) => mc === checked?.record.mc);

  const submit = () => {
    setHasTried(true);
    if (number === null || isLookingUp) return;
    setAsked(number);
    void lookUp(number);
  };

  return (
    <Modal.Root opened onClose={onClose} size={560} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <FocusBack />
        <Modal.Title className={classes.title}>Look up MC or USDOT</Modal.Title>
        <form
          noValidate
          className={classes.ask}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextField
            state={{
              name: 'number',
              value: typed,
              error: hasTried && number === null ? 'Enter an MC number, or USDOT and its number' : undefined,
              onChange: (text) => {
                setTyped(text);
                clear();
              },
              onBlur: () => undefined,
            }}
            label="MC or USDOT number"
            help="For example MC 428816, or USDOT 2411907."
            maxLength={40}
          />
          <Button type="submit" size="md" variant={checked === null ? 'filled' : 'default'} loading={isLookingUp}>
            Look up
          </Button>
        </form>
        {result === null || asked === null ? null : <LookUpNote result={result} number={asked} />}
        {checked === null ? null : <RecordSummary checked={checked} now={now} zone={zone} />}
        <div className={classes.buttons}>
          {result?.kind === 'ANSWER' ? (
            <p className={classes.left} role="status">
              {formatLookupsLeft(result.answer)}
            </p>
          ) : null}
          <Button variant="default" size="md" onClick={onClose}>
            Close
          </Button>
          {checked === null ? null : known === undefined ? (
            <Button size="md" onClick={() => onAdd(checked.record)}>
              Add broker
            </Button>
          ) : (
            <Button size="md" component={Link} to={brokerPath(known.id)}>
              Open {known.name}
            </Button>
          )}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
