import type { Storage } from '@headhaul/contracts/limits';
import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useNavigate } from 'react-router';
import { StateLine, type StatePart, WorkHeader } from '../../shared/list/work-header.tsx';
import { useSession } from '../../shared/session/session-store.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { FactoringCard } from '../factoring/factoring-card.public.tsx';
import { RatesCard } from '../profit/rates-card.public.tsx';
import { AccountTabs } from '../sign-ins/account-tabs.public.tsx';
import { companyApi } from './company.api.ts';
import { CompanyExportSection } from './company-export-section.tsx';
import { CompanyForm } from './company-form.tsx';
import classes from './company-page.module.css';
import { LogoField } from './logo-field.tsx';
import { storageApi } from './storage.api.ts';
import { fullness, StorageCard } from './storage-card.tsx';

/** The company’s name, and how full the storage is once that needs attention. */
function stateParts(name: string | undefined, storage: Storage | undefined): (string | StatePart)[] {
  if (name === undefined) return [];
  if (storage === undefined) return [name];
  const { percent, tone } = fullness(storage);
  return tone === 'mute' ? [name] : [name, { words: `Storage ${percent}% full`, tone: tone === 'warn' ? 'need' : 'bad' }];
}

export default function CompanyPage() {
  const session = useSession();
  const navigate = useNavigate();
  const { data: company, isError, isFetching, refetch } = companyApi.useGetMyCompanyQuery();
  const { data: storage } = storageApi.useGetStorageQuery(session?.isTeamOwner ? undefined : skipToken);
  const goBack = () => void navigate('/dispatcher/account-team');

  return (
    <>
      <WorkHeader title={specTexts.sidebar.accountAndTeam} state={<StateLine parts={stateParts(company?.name, storage)} />} />
      <AccountTabs />
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
