import type { Company } from '@headhaul/contracts/company';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import { shortZoneName } from '../../shared/time/time-zones.ts';
import { companyApi } from '../company/company.api.ts';
import classes from './company-strip.module.css';

const weekLabels: Record<Company['weekStartsOn'], string> = { MONDAY: 'Mon to Sun', SUNDAY: 'Sun to Sat', SATURDAY: 'Sat to Fri' };
const countLabels: Record<Company['weekCountsBy'], string> = {
  PICKUP: 'Week, by pickup',
  DELIVERY: 'Week, by delivery',
  BOOKING: 'Week, by booking',
};

/** The company in one line. The owner also gets a link to edit it. */
export function CompanyStrip({ isTeamOwner }: { isTeamOwner: boolean }) {
  const { data: company, isError, isFetching, refetch } = companyApi.useGetMyCompanyQuery();

  if (company === undefined && isError) {
    return (
      <section className={classes.strip} aria-label="Company" role="alert">
        <p>The company could not be loaded.</p>
        <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </section>
    );
  }
  if (company === undefined) return <section className={classes.strip} aria-label="Company" aria-busy="true" />;

  const facts = [
    { name: 'MC', value: company.mc },
    { name: 'USDOT', value: company.dot },
    { name: 'Home base', value: company.address },
    { name: countLabels[company.weekCountsBy], value: `${weekLabels[company.weekStartsOn]}, ${shortZoneName(company.timeZone)}` },
  ];
  return (
    <section className={classes.strip} aria-label="Company">
      {company.logo === null ? null : <img className={classes.logo} src={company.logo} alt="" />}
      <dl className={classes.facts}>
        <div className={classes.company}>
          <dt>Company</dt>
          <dd>{company.name}</dd>
        </div>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {isTeamOwner ? (
        <ActionIcon component={Link} to="/dispatcher/account-team/company" size={32} className={classes.edit} aria-label="Edit the company">
          <IconPencil size={18} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </section>
  );
}
