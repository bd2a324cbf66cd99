import { NavLink } from 'react-router';
import tab from '../../shared/ui/tab.module.css';
import { teamApi } from '../team/team.api.ts';
import classes from './account-tabs.module.css';
import { signInsApi } from './sign-ins.api.ts';

/** The tabs of Account & Team. Each is a separate page, so these are links. */
export function AccountTabs({ isUnderPageHeader = false }: { isUnderPageHeader?: boolean }) {
  const people = teamApi.useListTeamMembersInfiniteQuery({ search: '' }).data?.pages[0]?.working;
  const signIns = signInsApi.useListSignInsQuery().data?.signIns.length;
  const tabs = [
    { to: '/dispatcher/account-team', title: 'Team', count: people },
    { to: '/dispatcher/account-team/sign-ins', title: 'Sign-ins', count: signIns },
    { to: '/dispatcher/subscriptions', title: 'Billing' },
    { to: '/dispatcher/account-team/company', title: 'Company' },
  ];
  return (
    <nav className={classes.row} data-under-page-header={isUnderPageHeader || undefined} aria-label="Account &amp; Team">
      {tabs.map(({ to, title, count }) => (
        <NavLink key={to} to={to} end className={tab.tab}>
          {title}
          {count === undefined ? null : <span className={tab.count}>{count}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
