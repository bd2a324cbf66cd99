import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useSession } from '../../shared/session/session-store.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { FactoringCard } from '../factoring/factoring-card.public.tsx';
import { RatesCard } from '../profit/rates-card.public.tsx';
import { AccountTabs } from '../sign-ins/account-tabs.public.tsx';
import { companyApi } from './company.api.ts';
import { CompanyExportSection } from './company-export-section.tsx';
import { CompanyForm } from './company-form.tsx';
import classes from './company-page.module.css';
import { LogoField } from './logo-field.tsx';
import { StorageCard } from './storage-card.tsx';

export default function CompanyPage() {
  const session = useSession();
  const navigate = useNavigate();
  const { data: company, isError, isFetching, refetch } = companyApi.useGetMyCompanyQuery();
  const goBack = () => void navigate('/dispatcher/account-team');

  return (
    <>
      <PageHeader title="Company" state="Name, numbers, home base and the week that money is counted by." />
      <AccountTabs isUnderPageHeader />
      <div className={classes.content}>
        {company === undefined && isError ? (
          <div className={classes.card} role="alert">
            <p>The company could not be loaded.</p>
            <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        {company === undefined && !isError ? <div className={classes.waiting} aria-busy="true" /> : null}
        {company !== undefined && session?.isTeamOwner === false ? (
          <p className={classes.card}>Only the owner of {company.name} changes the company.</p>
        ) : null}
        {company !== undefined && session?.isTeamOwner ? (
          <div className={classes.columns}>
            <div className={classes.column}>
              <LogoField logo={company.logo} companyName={company.name} />
              <CompanyForm key={company.id} company={company} onDone={goBack} />
              <RatesCard />
              <FactoringCard />
              <CompanyExportSection />
            </div>
            <StorageCard />
          </div>
        ) : null}
      </div>
    </>
  );
}
