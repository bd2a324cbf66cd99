import { type LoadStatus, loadStatusLabels } from '@headhaul/domain/loads/status';
import { Popover } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import { StatusGlyph, statusFamily } from './status-glyph.public.tsx';
import classes from './status-menu.module.css';

export interface StatusOption {
  status: LoadStatus;
  /** What the move does, for this load: "Starts the detention clock at 14:00 EST". */
  effect: string;
  /** Shown below a line at the end of the menu. */
  dangerous?: boolean;
  /** A dialog asks for more before the move is made. The menu shows three dots. When left out, it equals `dangerous`. */
  asks?: boolean;
}

interface StatusMenuProps {
  isOpen: boolean;
  from: LoadStatus;
  loadNumber: string;
  /** Only the allowed moves, likeliest first, dangerous ones last. */
  options: readonly StatusOption[];
  onChoose: (status: LoadStatus) => void;
  onClose: () => void;
  /** The element that the menu opens under: the pill whose `onClick` opens it, or an anchor over the pill. */
  children: ReactNode;
}

/** The moves a load can make from here. A digit chooses at once, Enter takes the first, Escape closes the menu. */
export function StatusMenu({ isOpen, onClose, children, ...list }: StatusMenuProps) {
  const id = useId();
  useFocusBack(isOpen, id);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => {
        if (!opened) onClose();
      }}
      position="bottom-start"
      offset={5}
      width={304}
      withRoles={false}
    >
      <Popover.Target aria-haspopup="menu" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined}>
        {children}
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} role="dialog" aria-label={`Change the status of ${list.loadNumber}`}>
        <StatusList id={id} onClose={onClose} {...list} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the focus to the element that opened the menu, unless a click has already moved the focus elsewhere. */
function useFocusBack(isOpen: boolean, menuId: string): void {
  const opener = useRef<Element | null>(null);
  // The opener is read before the menu takes the focus. The focus is returned after React's commit, because React would undo a change of
  // focus made during the commit.
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const isInMenu = document.getElementById(menuId)?.contains(document.activeElement) ?? true;
      if (isInMenu && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    };
  }, [isOpen, menuId]);
}

function StatusList({ id, from, loadNumber, options, onChoose, onClose }: Omit<StatusMenuProps, 'isOpen' | 'children'> & { id: string }) {
  const list = useRef<HTMLDivElement>(null);
  const items = () => Array.from(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);

  // The menu isn't in its place yet, so scrolling to it would move the list under it.
  useEffect(() => list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true }), []);

  function move(event: KeyboardEvent, to: (index: number, count: number) => number) {
    event.preventDefault();
    const all = items();
    const index = all.indexOf(document.activeElement as HTMLElement);
    all[(to(index, all.length) + all.length) % all.length]?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') return move(event, (index) => index + 1);
    if (event.key === 'ArrowUp') return move(event, (index) => index - 1);
    if (event.key === 'Home') return move(event, () => 0);
    if (event.key === 'End') return move(event, (_, count) => count - 1);
    if (event.key === 'Tab') return onClose();
    const option = options[Number(event.key) - 1];
    if (option) {
      event.preventDefault();
      onChoose(option.status);
    }
  }

  const firstDangerous = options.findIndex(({ dangerous }) => dangerous);
  return (
    <>
      <div className={classes.head}>
        <span>From {loadStatusLabels[from]} to</span>
        <span>{loadNumber}</span>
      </div>
      <div
        ref={list}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={`Status of ${loadNumber}, now ${loadStatusLabels[from]}`}
        onKeyDown={handleKey}
      >
        {options.map(({ status, effect, dangerous = false, asks = dangerous }, index) => (
          <div key={status} role="none">
            {index === firstDangerous && index > 0 ? <hr className={classes.rule} /> : null}
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classes.item}
              data-family={statusFamily(status)}
              onClick={() => onChoose(status)}
            >
              <StatusGlyph status={status} size={13} />
              <span className={classes.words}>
                <b>
                  {loadStatusLabels[status]}
                  {asks ? '…' : ''}
                </b>
                <span>{effect}</span>
              </span>
              {index < 9 ? <Keycap>{index + 1}</Keycap> : null}
            </button>
          </div>
        ))}
      </div>
    </>
  );
}
