import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { links } from '../../shared/links.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { type SidebarGroup, screensInSidebar } from '../routes.tsx';
import { InviteItem, NavItem } from './nav-item.tsx';
import classes from './sidebar.module.css';

const groups: readonly SidebarGroup[] = ['Work', 'Reach', 'Company', 'Admin'];

export function Sidebar() {
  return (
    <div className={classes.sidebar}>
      <SidebarNav />
      <SidebarLinks />
    </div>
  );
}

/** The groups of screens, in the sidebar and in the drawer on phones. */
export function SidebarNav({ onNavigate }: { onNavigate?: () => void }) {
  const { kind } = useExtensionState();
  const isAdmin = useSession()?.role === 'ADMIN';
  return (
    <nav aria-label="Main" className={classes.nav}>
      {groups
        .filter((group) => group !== 'Admin' || isAdmin)
        .map((group) => (
          <div key={group} className={classes.group}>
            <h2>{group}</h2>
            {screensInSidebar(group).map((screen) => (
              <NavItem
                key={screen.path}
                {...screen}
                onClick={onNavigate}
                mark={
                  screen.path === '/dispatcher/extension' && kind === 'present' ? (
                    <span className={classes.on} role="img" aria-label="connected" />
                  ) : null
                }
              />
            ))}
          </div>
        ))}
      <div className={classes.invite}>
        {screensInSidebar('Invite').map((screen) => (
          <InviteItem key={screen.path} {...screen} onClick={onNavigate} />
        ))}
      </div>
    </nav>
  );
}

export function SidebarLinks() {
  return (
    <footer className={classes.links}>
      <a href={links.privacyPolicy} target="_blank" rel="noopener noreferrer">
        {specTexts.sidebar.privacyPolicy}
      </a>
      <a href={links.termsOfUse} target="_blank" rel="noopener noreferrer">
        {specTexts.sidebar.termsOfUse}
      </a>
    </footer>
  );
}
