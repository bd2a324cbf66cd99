import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useKeys } from '../keyboard/use-hotkeys.ts';
import { useIsMobile } from '../ui/viewport.ts';
import classes from './side-drawer.module.css';

interface SideDrawerProps {
  /** What it shows: "Load 24817". */
  label: string;
  /** The 48 px bar: `DrawerBar`. */
  bar: ReactNode;
  /** Phones: what is within reach of the thumb. */
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A look at one row beside its list. Nothing covers the list and nothing holds the focus: the list stays live and can change
 * what the drawer shows. Mount it to open it; Escape closes it. On phones it is a page of its own.
 */
export function SideDrawer({ label, bar, foot, onClose, children }: SideDrawerProps) {
  const drawer = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  useKeys({ Escape: onClose });
  useFocusBack(drawer, isMobile);
  useToldToRoot();
  return (
    <div ref={drawer} className={classes.drawer} role="dialog" aria-label={label} tabIndex={-1}>
      <div className={classes.bar}>{bar}</div>
      <div className={classes.body}>{children}</div>
      {foot === undefined ? null : <div className={classes.foot}>{foot}</div>}
    </div>
  );
}

/** Toasts step aside for it. As a selector (`:root:has(…)`) every row that comes or goes would have the whole page's styles worked out anew. */
function useToldToRoot(): void {
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.drawerOpen = '';
    return () => {
      delete root.dataset.drawerOpen;
    };
  }, []);
}

/** A page takes the focus, a drawer beside a list doesn't. What had it gets it back, unless it has moved on meanwhile. */
function useFocusBack(drawer: React.RefObject<HTMLElement | null>, takesFocus: boolean): void {
  useEffect(() => {
    const before = document.activeElement;
    const element = drawer.current;
    if (takesFocus) element?.focus({ preventScroll: true });
    return () => {
      const isFree = document.activeElement === document.body || element?.contains(document.activeElement);
      if (isFree && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [drawer, takesFocus]);
}

interface DrawerBarProps {
  title: ReactNode;
  /** Behind the name, not on phones: "4 of 14" and the way to the others. */
  beside?: ReactNode;
  /** At the right: what can be done. */
  children?: ReactNode;
  /** Puts the way out at the right end, on phones at the left. */
  onClose: () => void;
}

/** Name at the left, what can be done at the right. */
export function DrawerBar({ title, beside, children, onClose }: DrawerBarProps) {
  // A page of its own has a name of its own.
  const Title = useIsMobile() ? 'h1' : 'div';
  return (
    <>
      <ActionIcon className={classes.back} size={44} aria-label="Back" onClick={onClose}>
        <IconArrowLeft size={20} stroke={1.75} />
      </ActionIcon>
      <Title className={classes.barTitle}>{title}</Title>
      <div className={classes.beside}>{beside}</div>
      <div className={classes.barActions}>
        {children}
        <ActionIcon className={classes.close} aria-label="Close" onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </div>
    </>
  );
}

/** The head of what is shown: a title in Barlow, one line, and what follows. */
export function DrawerHead({ title, line, children }: { title: ReactNode; line?: ReactNode; children?: ReactNode }) {
  return (
    <section className={`${classes.section} ${classes.head}`}>
      <h2 className={classes.title}>{title}</h2>
      {line === undefined ? null : <p className={classes.line}>{line}</p>}
      {children === undefined ? null : <div className={classes.below}>{children}</div>}
    </section>
  );
}

interface DrawerSectionProps {
  title?: string;
  /** Behind the title, in grey. */
  note?: ReactNode;
  /** At the right end of the title's line. */
  action?: ReactNode;
  /** Runs to the edges: strips and maps. */
  isFlush?: boolean;
  children: ReactNode;
}

export function DrawerSection({ title, note, action, isFlush = false, children }: DrawerSectionProps) {
  return (
    <section className={classes.section} data-flush={isFlush || undefined} aria-label={title}>
      {title === undefined ? null : (
        <div className={classes.sectionHead}>
          <h3>{title}</h3>
          {note === undefined ? null : <span className={classes.note}>{note}</span>}
          {action === undefined ? null : <span className={classes.action}>{action}</span>}
        </div>
      )}
      {children}
    </section>
  );
}
