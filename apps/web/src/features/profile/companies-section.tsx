import type { Profile } from '@headhaul/contracts/profile';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../shared/notify.ts';
import { profileApi } from './profile.api.ts';
import classes from './profile-page.module.css';

export function CompaniesSection({ companies }: { companies: Profile['companies'] }) {
  const [switchCompany] = profileApi.useSwitchCompanyMutation();
  const [switchingTo, setSwitchingTo] = useState<string | null>(null);

  const enter = async ({ id, name }: Profile['companies'][number]) => {
    setSwitchingTo(id);
    const { error } = await switchCompany({ body: { companyId: id } });
    setSwitchingTo(null);
    if (error === undefined) notify('success', `You work in ${name} now`);
  };

  return (
    <section className={classes.card} aria-labelledby="companies-title">
      <h2 id="companies-title">Companies</h2>
      <ul className={classes.lines}>
        {companies.map((company) => (
          <li key={company.id}>
            <b>{company.name}</b>
            {company.isCurrent ? (
              <span className={classes.pill}>Current company</span>
            ) : (
              <Button
                variant="default"
                size="sm"
                loading={switchingTo === company.id}
                disabled={switchingTo !== null}
                onClick={() => void enter(company)}
              >
                Switch<span className={classes.hidden}> to {company.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
