import type { Session } from '@headhaul/contracts/session';
import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { modKeys } from '../../shared/keyboard/mod-keys.ts';
import { Lockup } from '../../shared/ui/logo.tsx';
import { extensionLabels } from './extension-labels.ts';
import classes from './header.module.css';
import { userInitial } from './user-initial.ts';

const searchKeys = modKeys('K');

interface HeaderProps {
  session: Session;
  onSearch: () => void;
  onLogout: () => void;
}

export function Header({ session, onSearch, onLogout }: HeaderProps) {
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.brand} aria-label="Headhaul, main page">
        <Lockup size={28} />
      </Link>
      <button type="button" className={classes.search} onClick={onSearch}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <span className={classes.searchLabel}>Search or jump to</span>
        <span className={classes.keys} aria-hidden="true">
          {searchKeys}
        </span>
      </button>
      <div className={classes.right}>
        <ExtensionStateLink />
        <ThemeToggle />
        <span className={classes.divider} />
        <Link to="/dispatcher/my-profile" className={classes.person}>
          <span className={classes.personLabel}>My profile</span>
          <span className={classes.initial} aria-hidden="true">
            {userInitial(session)}
          </span>
          <span className={classes.email}>{session.email}</span>
        </Link>
        <Tooltip label="Log out">
          <ActionIcon size={32} onClick={onLogout} aria-label="Log out" className={classes.icon}>
            <IconLogout size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  );
}

function ExtensionStateLink() {
  const { kind } = useExtensionState();
  return (
    <Link to="/dispatcher/extension" className={classes.extension}>
      <span className={classes.dot} data-state={kind} />
      <span role="status">{extensionLabels[kind]}</span>
    </Link>
  );
}

function ThemeToggle() {
  // Without `keepTransitions`, Mantine writes a <style> element that stops transitions for a moment. The content policy refuses it.
  const { colorScheme, toggleColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const label = colorScheme === 'dark' ? 'Light theme' : 'Dark theme';
  return (
    <Tooltip label={label}>
      <ActionIcon size={32} onClick={toggleColorScheme} aria-label={label} className={classes.icon}>
        {colorScheme === 'dark' ? <IconSun size={18} stroke={1.75} /> : <IconMoon size={18} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}
