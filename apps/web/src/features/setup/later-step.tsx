import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './later-step.module.css';
import type { SetupStepId } from './setup-steps.ts';

interface LaterWords {
  title: string;
  lead: string;
  /** What one will be able to do here, and where it is found after the setup. */
  later: string;
  extra?: ReactNode;
}

const words: Record<Exclude<SetupStepId, 'extension'>, LaterWords> = {
  email: {
    title: 'Which mailbox do you write to brokers from?',
    lead: 'We ask for permission to send, nothing else. We can’t read your inbox.',
    later: 'Connecting Gmail or Outlook is still being built. Skip this stop; it will wait for you under Email accounts.',
    extra: <Promises />,
  },
  template: {
    title: 'What should a broker read first?',
    lead: 'Brokers delete mail without rate, place and MC. Yours has all three, filled in from the row.',
    later: 'The template and signature editor is still being built. Skip this stop; it will wait for you under Email accounts.',
  },
  driver: {
    title: 'Who drives for you?',
    lead: 'Truck, trailer, home and rate floor: with them we can tell which loads fit.',
    later: 'The driver form is still being built. Skip this stop; it will wait for you under Drivers.',
  },
};

/** A stop whose form isn't there yet says so, and holds nobody up. */
export function LaterStep({ id }: { id: Exclude<SetupStepId, 'extension'> }) {
  const { title, lead, later, extra } = words[id];
  return (
    <>
      <h2>{title}</h2>
      <p>{lead}</p>
      <div className={classes.later}>
        <svg viewBox="0 0 48 36" width="48" height="36" aria-hidden="true">
          <path className={classes.board} d="M3 8h42v14H3z" />
          <path className={classes.stripes} d="M9 8h7L9 22H3v-2zM23 8h7l-7 14h-7zM37 8h7l-7 14h-7z" />
          <path className={classes.legs} d="M10 22v12M38 22v12M5 34h10M33 34h10" />
        </svg>
        <div>
          <h3>Not open yet</h3>
          <p>{later}</p>
        </div>
      </div>
      {extra}
    </>
  );
}

function Promises() {
  return (
    <div className={classes.promises}>
      <section>
        <h3>We will</h3>
        <ul>
          <li data-kind="will">
            <IconCheck size={16} stroke={2} aria-hidden="true" />
            Send when you click
          </li>
          <li data-kind="will">
            <IconCheck size={16} stroke={2} aria-hidden="true" />
            Keep count against your provider’s limit
          </li>
        </ul>
      </section>
      <section>
        <h3>We never</h3>
        <ul>
          <li>
            <IconMinus size={16} stroke={2} aria-hidden="true" />
            Read or delete mail
          </li>
          <li>
            <IconMinus size={16} stroke={2} aria-hidden="true" />
            Send anything without a click
          </li>
        </ul>
      </section>
    </div>
  );
}
