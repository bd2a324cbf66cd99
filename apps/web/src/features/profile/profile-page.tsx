import { Button } from '@mantine/core';
import { useSession } from '../../shared/session/session-store.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { CompaniesSection } from './companies-section.tsx';
import { DataSection } from './data-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { profileApi } from './profile.api.ts';
import { ProfileForm } from './profile-form.tsx';
import classes from './profile-page.module.css';
import { SessionsSection } from './sessions-section.tsx';
import { ThemeSection } from './theme-section.tsx';

export default function ProfilePage() {
  const session = useSession();
  const { data: profile, isError, isFetching, refetch } = profileApi.useGetProfileQuery();

  return (
    <>
      <PageHeader title="My profile" state={session?.email ?? ''} />
      <div className={classes.content}>
        {profile === undefined && isError ? (
          <div className={classes.card} role="alert">
            <p>Your profile could not be loaded.</p>
            <Button variant="default" size="sm" className={classes.retry} loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        {profile === undefined && !isError ? <div className={classes.waiting} aria-busy="true" /> : null}
        {profile !== undefined && session !== null ? (
          <>
            <ProfileForm profile={profile} />
            <CompaniesSection companies={profile.companies} />
          </>
        ) : null}
        <ThemeSection />
        <SessionsSection />
        <DataSection />
        {session === null ? null : <LeaveSection session={session} />}
      </div>
    </>
  );
}
