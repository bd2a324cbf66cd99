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
  /** Buttons at the bottom, within reach of the thumb. On phones only. */
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Shows one row beside its list. It has no overlay and no focus trap, so the list still works and can change what the drawer shows. Mount
 * it to open it. Escape closes it. On phones it fills the screen.
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

/**
 * Marks the root element while a drawer is open, so that toasts move aside. With a `:root:has(…)` selector instead, the browser would work
 * out the styles of the whole page again for every row that comes or goes.
 */
function useToldToRoot(): void {
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.drawerOpen = '';
    return () => {
      delete root.dataset.drawerOpen;
    };
  }, []);
}

/**
 * On phones the drawer takes the focus. Beside a list it doesn't. On close, the focus goes back to the element that had it before, unless
 * the focus has moved elsewhere.
 */
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
  /** After the title, not on phones: "4 of 14" and the buttons to the other rows. */
  beside?: ReactNode;
  /** The action buttons, at the right. */
  children?: ReactNode;
  /** Called by the close button at the right end, or by the back button at the left on phones. */
  onClose: () => void;
}

/** The title at the left, the action buttons at the right. */
export function DrawerBar({ title, beside, children, onClose }: DrawerBarProps) {
  // On phones the drawer is the whole page, so its title is the page's heading.
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

/** The head of the drawer's content: a title in Barlow, one line of text, and the children below. */
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
  /** After the title, in gray. */
  note?: ReactNode;
  /** At the right end of the title's line. */
  action?: ReactNode;
  /** Without padding, for strips and maps that run to the edges. */
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
