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
  /** What it was done to: "Kestrel Freight, $1,385". */
  line?: string;
  /** The change shows on screen but isn't saved yet. */
  isWaiting?: boolean;
  /** How long the action can be undone, 8 s by default. */
  forMs?: number;
  /** The text before the remaining seconds, where they should show: "leaves in". */
  countdown?: string;
  onUndo: () => void;
}

/** The actions on screen that can be undone, oldest first. `z` undoes the newest. */
const actions: { undo: () => void }[] = [];

function undoNewest(): void {
  actions.at(-1)?.undo();
}

/** Shows what was done and offers to undo it for a while. */
export function notifyUndo({ title, line, isWaiting = false, forMs = toastUndoMs, countdown, onUndo }: UndoNotice): { close: () => void } {
  const action = {
    undo: () => {
      // A toast takes a moment to disappear. A second key press or click in that time is ignored.
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
  // Every toast listens for `z`. The first to get the key press undoes the newest action. The others see that the press is handled.
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

/** Screen readers skip it: a countdown that is read out every second is no help. */
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
