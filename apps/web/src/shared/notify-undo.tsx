import { toastUndoMs } from '@headhaul/contracts/constants';
import { IconCircleCheckFilled, IconClockFilled, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { toast } from 'react-toastify/unstyled';
import { Keycap } from './keyboard/keycap.tsx';
import { useKeys } from './keyboard/use-hotkeys.ts';
import classes from './notify-undo.module.css';

interface UndoNotice {
  /** What was done: "24806 is invoiced". */
  title: string;
  /** To what: "Kestrel Freight, $1,385". */
  line?: string;
  /** Shown here, but not saved yet. */
  isWaiting?: boolean;
  /** How long it can be taken back; eight seconds if not said. */
  forMs?: number;
  /** Words before the seconds that are left, where they matter: "leaves in". */
  countdown?: string;
  onUndo: () => void;
}

/** The actions on screen that can be taken back, oldest first: `z` takes back the newest. */
const actions: { undo: () => void }[] = [];

function undoNewest(): void {
  actions.at(-1)?.undo();
}

/** Says what was done and lets it be taken back for a while. */
export function notifyUndo({ title, line, isWaiting = false, forMs = toastUndoMs, countdown, onUndo }: UndoNotice): { close: () => void } {
  const action = {
    undo: () => {
      // A toast takes a moment to leave; a second key or click in that time is not for it.
      if (!forget(action)) return;
      toast.dismiss(id);
      onUndo();
    },
  };
  const id = toast(
    () => (
      <UndoToast
        title={title}
        line={line}
        isWaiting={isWaiting}
        seconds={countdown === undefined ? undefined : { words: countdown, until: Date.now() + forMs }}
        action={action}
        onClose={() => toast.dismiss(id)}
      />
    ),
    {
      type: isWaiting ? 'warning' : 'success',
      autoClose: forMs,
      icon: false,
      closeButton: false,
      hideProgressBar: true,
      className: classes.toast,
    },
  );
  return { close: () => toast.dismiss(id) };
}

function forget(action: { undo: () => void }): boolean {
  const index = actions.indexOf(action);
  if (index < 0) return false;
  actions.splice(index, 1);
  return true;
}

interface UndoToastProps {
  title: string;
  line: string | undefined;
  isWaiting: boolean;
  seconds: { words: string; until: number } | undefined;
  action: { undo: () => void };
  onClose: () => void;
}

function UndoToast({ title, line, isWaiting, seconds, action, onClose }: UndoToastProps) {
  useEffect(() => {
    actions.push(action);
    return () => {
      forget(action);
    };
  }, [action]);
  // Every toast listens, whoever hears it first takes back the newest, and the others see that it is done.
  useKeys({ z: undoNewest });

  return (
    <div className={classes.content}>
      {isWaiting ? (
        <IconClockFilled className={classes.waiting} size={20} aria-hidden="true" />
      ) : (
        <IconCircleCheckFilled className={classes.check} size={20} aria-hidden="true" />
      )}
      <div className={classes.words}>
        <b>
          {title}
          {seconds === undefined ? null : <Seconds {...seconds} />}
        </b>
        {line === undefined ? null : <span>{line}</span>}
      </div>
      <button type="button" className={classes.undo} onClick={action.undo}>
        Undo
        <span aria-hidden="true">
          <Keycap>z</Keycap>
        </span>
      </button>
      <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
        <IconX size={16} stroke={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}

/** Seen, not read out: a clock that speaks every second is no help. */
function Seconds({ words, until }: { words: string; until: number }) {
  const [left, setLeft] = useState(() => Math.ceil((until - Date.now()) / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.ceil((until - Date.now()) / 1_000)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <i className={classes.seconds} aria-hidden="true">
      {` ${words} ${Math.max(left, 0)} s`}
    </i>
  );
}
