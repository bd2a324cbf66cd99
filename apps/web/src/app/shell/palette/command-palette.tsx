import { Modal } from '@mantine/core';
import { type Icon, IconArrowRight, IconLogout, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PaletteKeys } from '../../../features/drivers/near/palette.tsx';
import { useSession } from '../../../shared/session/session-store.ts';
import { screensToJumpTo } from '../../routes.tsx';
import classes from './command-palette.module.css';
import { usePaletteFinds } from './use-palette-finds.ts';

const EmptyNearFinds = lazy(() => import('../../../features/drivers/near/palette.tsx'));

/** Words that ask who is empty. What they mean is read in the part that is loaded for them. */
const asksWhoIsEmpty = /(^|\s)empty(\s|$)/i;

interface Command {
  id: string;
  title: string;
  line?: string;
  icon: Icon;
  run: () => void;
}

interface CommandGroup {
  title: string;
  commands: Command[];
}

interface CommandPaletteProps {
  isOpen: boolean;
  onClose: () => void;
  onLogout: () => void;
}

export function CommandPalette({ isOpen, onClose, onLogout }: CommandPaletteProps) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      centered={false}
      yOffset={96}
      size={560}
      padding={0}
      // It opens in the same moment as the key is pressed: people go on typing, and the screen below has keys of its own.
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content aria-label="Search or jump to">
        <Palette onClose={onClose} onLogout={onLogout} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Mounted only while the dialog is open, so that each opening starts empty. */
function Palette({ onClose, onLogout }: Omit<CommandPaletteProps, 'isOpen'>) {
  const navigate = useNavigate();
  const isAdmin = useSession()?.role === 'ADMIN';
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);

  const commands: Command[] = [
    ...screensToJumpTo(isAdmin).map(({ path, title, sidebar }) => ({
      id: path,
      title,
      icon: sidebar?.icon ?? IconArrowRight,
      run: () => void navigate(path),
    })),
    { id: 'log-out', title: 'Log out', icon: IconLogout, run: onLogout },
  ];
  const wanted = text.trim().toLowerCase();
  const isNear = asksWhoIsEmpty.test(text);
  const finds = usePaletteFinds(isNear ? '' : text);
  const nearKeys = useRef<PaletteKeys | null>(null);
  const [nearOption, setNearOption] = useState<string | undefined>(undefined);
  // Screens come first, so that results that come in later never move the chosen row.
  const groups: CommandGroup[] = [
    { title: 'Screens', commands: commands.filter((command) => command.title.toLowerCase().includes(wanted)) },
    ...finds.groups.map(({ title, rows }) => ({
      title,
      commands: rows.map(({ path, ...row }) => ({ ...row, run: () => void navigate(path) })),
    })),
  ].filter((group) => group.commands.length > 0);
  const found = groups.flatMap((group) => group.commands);
  const active = Math.min(chosen, found.length - 1);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };

  const change = (typed: string) => {
    setText(typed);
    setChosen(0);
  };

  const handleKey = (event: KeyboardEvent) => {
    if (isNear) {
      if (nearKeys.current?.press(event)) event.preventDefault();
      return;
    }
    if (event.key === 'Enter') run(found[active]);
    else if (event.key === 'ArrowDown') setChosen((active + 1) % Math.max(found.length, 1));
    else if (event.key === 'ArrowUp') setChosen((active - 1 + found.length) % Math.max(found.length, 1));
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          ref={field}
          data-autofocus
          value={text}
          placeholder="Search or jump to"
          aria-label="Search or jump to"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={isNear ? nearOption : found[active] ? `palette-${active}` : undefined}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={handleKey}
        />
        <kbd>Esc</kbd>
      </div>
      {isNear ? (
        <Suspense>
          <EmptyNearFinds ref={nearKeys} text={text} onText={change} onClose={onClose} onChosen={setNearOption} />
        </Suspense>
      ) : (
        <PaletteList {...{ groups, found, active, handleKey, run }} isLooking={finds.isLooking} onPoint={setChosen} />
      )}
      <p role="status" className={classes.nothing}>
        {isNear ? '' : sayEnd(finds, found.length, text.trim())}
      </p>
    </>
  );
}

interface PaletteListProps {
  groups: readonly CommandGroup[];
  /** The commands of all groups, in order. */
  found: readonly Command[];
  active: number;
  isLooking: boolean;
  handleKey: (event: KeyboardEvent) => void;
  run: (command: Command) => void;
  onPoint: (index: number) => void;
}

function PaletteList({ groups, found, active, isLooking, handleKey, run, onPoint }: PaletteListProps) {
  return (
    <div id="palette-list" role="listbox" aria-label="Screens, loads, drivers and brokers" aria-busy={isLooking} className={classes.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: A listbox can't contain a fieldset.
        <div key={group.title} role="group" aria-label={group.title}>
          {groups.length > 1 || group.title !== 'Screens' ? (
            <div className={classes.group} aria-hidden="true">
              {group.title}
            </div>
          ) : null}
          {group.commands.map((command) => {
            const index = found.indexOf(command);
            return (
              // The input keeps the focus and handles the keys. The options only react to the pointer.
              <div
                key={command.id}
                id={`palette-${index}`}
                // The arrow keys can go past the visible part of the list, so the chosen row is scrolled into view.
                ref={index === active ? (option) => option?.scrollIntoView?.({ block: 'nearest' }) : undefined}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={classes.option}
                onPointerMove={() => onPoint(index)}
                onClick={() => run(command)}
                onKeyDown={handleKey}
              >
                <command.icon size={18} stroke={1.75} aria-hidden="true" />
                <span className={classes.title}>{command.title}</span>
                {command.line ? <span className={classes.line}>{command.line}</span> : null}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The line below the rows: the search is still running, it failed, or nothing was found. */
function sayEnd({ isLooking, hasFailed }: { isLooking: boolean; hasFailed: boolean }, rows: number, text: string): string {
  if (isLooking) return 'Looking through loads, drivers and brokers…';
  if (hasFailed) return 'Loads, drivers and brokers could not be searched just now. Type it again to try once more.';
  return rows === 0 ? `No results for “${text}”.` : '';
}
