import type { FitRow } from '@headhaul/contracts/fit';
import { needsTypedReason } from '@headhaul/domain/fit/reasons';
import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import dialog from '../../../shared/ui/dialog.module.css';
import { FocusBack } from '../../../shared/ui/focus-back.tsx';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import { listChecks } from './checks.ts';
import type { AssignedLoad } from './fit-groups.ts';
import classes from './fit-question.module.css';
import { type Timeline, timelineOf } from './timeline.ts';

interface FitQuestionProps {
  load: AssignedLoad;
  /** The driver who can't. */
  asked: FitRow;
  /** The best driver who can. Null when there is none. */
  instead: FitRow | null;
  onInstead: (row: FitRow) => void;
  onAnyway: (reason: string | null) => void;
  onClose: () => void;
}

const firstName = ({ name }: FitRow) => name.split(' ')[0] ?? name;

/** Asks before a load goes to a driver who can't make it: the loads on true time, every check, and the best driver who can. */
export function FitQuestion({ load, asked, instead, onInstead, onAnyway, onClose }: FitQuestionProps) {
  const now = useNow();
  const textId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isTyped = needsTypedReason(asked.reasons);
  const isBoth = asked.reasons[0]?.kind === 'NEXT_LATE' || asked.reasons[0]?.kind === 'ON_LOAD';
  const timeline = timelineOf(asked, load, now);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTyped && reason.trim() === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    onAnyway(reason.trim() === '' ? null : reason.trim());
  };

  return (
    <Modal.Root opened onClose={onClose} size={560} classNames={{ content: dialog.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content aria-describedby={textId}>
        <FocusBack />
        <div className={dialog.head}>
          <Modal.Title className={dialog.title}>
            {isBoth ? `${firstName(asked)} can’t make both` : `${firstName(asked)} can’t make ${load.loadNumber || 'this load'}`}
          </Modal.Title>
          <Modal.CloseButton className={dialog.close} aria-label="Close" />
        </div>
        <p id={textId} className={classes.lane}>
          {`${load.loadNumber} ${load.pickupCity} → ${load.deliveryCity}: ${asked.fact}`.trim()}
        </p>
        {timeline === null ? null : <TimelineBox timeline={timeline} />}
        <ul className={classes.checks}>
          {listChecks(asked, load, now).map(({ label, verdict, words }) => (
            <li key={`${label} ${words}`} data-verdict={verdict}>
              <FitMark verdict={verdict} />
              <b>{label}</b>
              <span>{words}</span>
            </li>
          ))}
        </ul>
        {instead === null ? null : (
          <div className={classes.instead}>
            <Avatar name={instead.name} size={28} />
            <span>
              <b>{instead.name} can</b>
              <span>{[instead.fact, instead.detail].filter((words) => words !== '').join('. ')}</span>
            </span>
            <FitMark verdict={instead.verdict} />
          </div>
        )}
        <form noValidate onSubmit={submit}>
          {isTyped ? (
            <TextInput
              ref={field}
              className={classes.reason}
              label="Reason to assign it anyway"
              maxLength={200}
              value={reason}
              error={isMissing && reason.trim() === '' ? 'Say why this trailer is fine' : undefined}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          ) : null}
          <div className={classes.buttons}>
            <Button type="submit" variant="subtle" color="stop.6" size="md">
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
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** The words of the checks say the same, so screen readers skip the drawing. */
function TimelineBox({ timeline: { bars, ticks, late } }: { timeline: Timeline }) {
  return (
    <div className={classes.timeline} aria-hidden="true">
      <div className={classes.track}>
        {ticks.map(({ at, label }) => (
          <span
            key={label}
            className={classes.tick}
            data-side={at > 0.85 ? 'end' : at < 0.1 ? 'start' : undefined}
            style={{ left: percent(at) }}
          >
            {label}
          </span>
        ))}
        {bars.map(({ kind, left, width, label }) => (
          <span key={kind} className={classes.stretch} data-kind={kind} style={{ left: percent(left), width: percent(width) }}>
            {label}
          </span>
        ))}
        {late === null ? null : (
          <>
            <span className={classes.late} style={{ left: percent(late.at) }} />
            <span className={classes.lateLabel} style={{ right: percent(1 - (bars.find(({ kind }) => kind === 'other')?.left ?? 0)) }}>
              {late.label}
            </span>
          </>
        )}
      </div>
    </div>
  );
}
