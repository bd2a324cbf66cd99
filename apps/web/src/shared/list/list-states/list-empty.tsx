import type { Icon } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Keycap } from '../../keyboard/keycap.tsx';
import classes from './list-empty.module.css';

export interface WayIn {
  icon: Icon;
  title: string;
  text: string;
  /** The text of the button or link: "Choose file". */
  action: string;
  /** The key that does the same. */
  keys?: string;
  /** Give one of `onClick`, `to`, `href` and `onFiles`. With `onFiles` the card accepts dropped files, and its button chooses files. */
  onClick?: () => void;
  to?: string;
  href?: string;
  onFiles?: (files: File[]) => void;
  /** The file types that may be chosen, as in an input's `accept`. */
  accept?: string;
}

interface ListEmptyProps {
  title: string;
  line: string;
  ways: readonly WayIn[];
  /** One more way, as a line of text: "Moving from a spreadsheet? Import CSV or Excel". */
  foot?: ReactNode;
}

/** Shown when a list has no rows yet: the ways to add the first ones. */
export function ListEmpty({ title, line, ways, foot }: ListEmptyProps) {
  return (
    <section className={classes.empty} aria-label={title}>
      <RoadArrow />
      <h2>{title}</h2>
      <p className={classes.line}>{line}</p>
      <ul className={classes.ways}>
        {ways.map((way) => (
          <li key={way.title}>{way.onFiles ? <DropCard {...way} onFiles={way.onFiles} /> : <WayCard {...way} />}</li>
        ))}
      </ul>
      {foot === undefined ? null : <p className={classes.foot}>{foot}</p>}
    </section>
  );
}

function CardText({ icon: WayIcon, title, text }: WayIn) {
  return (
    <>
      <WayIcon size={20} stroke={1.75} aria-hidden="true" />
      <h3>{title}</h3>
      <p>{text}</p>
    </>
  );
}

function WayCard(way: WayIn) {
  const { action, keys, onClick, to, href } = way;
  return (
    <div className={classes.card}>
      <CardText {...way} />
      <span className={classes.do}>
        {to !== undefined ? (
          <Link to={to}>{action}</Link>
        ) : href !== undefined ? (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {action}
          </a>
        ) : (
          <button type="button" onClick={onClick}>
            {action}
          </button>
        )}
        {keys === undefined ? null : <Keycap>{keys}</Keycap>}
      </span>
    </div>
  );
}

function DropCard({ onFiles, ...way }: WayIn & { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const files = Array.from(event.dataTransfer.files);
    if (files.length > 0) onFiles(files);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Dropping is for the mouse. The button in it does the same by keyboard.
    <div
      className={classes.card}
      data-drop=""
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <CardText {...way} />
      <span className={classes.do}>
        <button type="button" onClick={() => input.current?.click()}>
          {way.action}
        </button>
        {way.keys === undefined ? null : <Keycap>{way.keys}</Keycap>}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={way.accept}
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}

/** The arrow of our logo, drawn as a road. */
function RoadArrow() {
  return (
    <svg className={classes.road} viewBox="0 0 352 128" width="352" height="128" aria-hidden="true">
      <path
        className={classes.asphalt}
        d="M2 124C36 66 90 42 160 33c45-5 85-8 128-9l-1.5-20L348 33l-50 36-6-20c-30 1-62 2-94 7-48 8-76 32-96 68z"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path
        className={classes.dashes}
        d="M51 126C70 96 92 78 122 64c43-16 98-22 200-29"
        fill="none"
        strokeWidth="3.6"
        strokeDasharray="15 11"
      />
    </svg>
  );
}
