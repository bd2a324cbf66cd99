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
  /** Stands apart behind a line. */
  dangerous?: boolean;
  /** Asks for more before it is done; said by three dots. Dangerous ones always do. */
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
  /** The pill that the menu hangs on; its `onClick` opens it. */
  children: ReactNode;
}

/** The moves a load can make from here. Digits choose at once, Enter takes the first, Escape leaves. */
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

/** Who opened the menu gets the focus back at once, unless a click has already given it to something else. */
function useFocusBack(isOpen: boolean, menuId: string): void {
  const opener = useRef<Element | null>(null);
  // Looked up before the menu takes the focus, given back after React has put things in their places: it would undo a change
  // of focus made while it does.
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

  // It isn't in its place yet; scrolling to it would move the list under it.
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
