import { Modal } from '@mantine/core';
import { type Icon, IconArrowRight, IconLogout, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../shared/session/session-store.ts';
import { screensToJumpTo } from '../routes.tsx';
import classes from './command-palette.module.css';

interface Command {
  id: string;
  title: string;
  icon: Icon;
  run: () => void;
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
      classNames={{ content: classes.content }}
    >
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content aria-label="Search or jump to">
        <Palette onClose={onClose} onLogout={onLogout} />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Lives only while the dialog is open, so that each opening starts empty. */
function Palette({ onClose, onLogout }: Omit<CommandPaletteProps, 'isOpen'>) {
  const navigate = useNavigate();
  const isAdmin = useSession()?.role === 'ADMIN';
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);

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
  const found = commands.filter((command) => command.title.toLowerCase().includes(wanted));
  const active = Math.min(chosen, found.length - 1);

  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };

  const handleKey = (event: KeyboardEvent) => {
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
          data-autofocus
          value={text}
          placeholder="Search or jump to"
          aria-label="Search or jump to"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found[active] ? `palette-${active}` : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={handleKey}
        />
        <kbd>Esc</kbd>
      </div>
      <div id="palette-list" role="listbox" aria-label="Screens and actions" className={classes.list}>
        {found.map((command, index) => (
          // The field keeps the focus and the keys; the options only take the pointer.
          <div
            key={command.id}
            id={`palette-${index}`}
            // The arrow keys walk past the list's edge; what is chosen stays in sight.
            ref={index === active ? (option) => option?.scrollIntoView?.({ block: 'nearest' }) : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onPointerMove={() => setChosen(index)}
            onClick={() => run(command)}
            onKeyDown={handleKey}
          >
            <command.icon size={18} stroke={1.75} aria-hidden="true" />
            {command.title}
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={classes.nothing}>No screen is called “{text.trim()}”.</p> : null}
    </>
  );
}
