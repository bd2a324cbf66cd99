import type { Company } from '@headhaul/contracts/company';
import type { MailValues } from '@headhaul/domain/mail/variables';
import { useMemo } from 'react';
import { useSession } from '../../shared/session/session-store.ts';
import { companyApi } from '../company/company.api.ts';
import { ownValues } from '../email-templates/editor/sample-values.public.ts';
import { profileApi } from '../profile/profile.api.ts';

export interface OurFacts {
  /** The values of the sender and the company for a mail. */
  own: MailValues;
  /** Undefined while loading or after a failure. */
  company: Company | undefined;
}

export function useOurFacts(): OurFacts & { isLoading: boolean } {
  const session = useSession();
  const company = companyApi.useGetMyCompanyQuery();
  const profile = profileApi.useGetProfileQuery();
  const own = useMemo(
    () => (session === null ? {} : ownValues(session, profile.data, company.data)),
    [session, profile.data, company.data],
  );
  return { own, company: company.data, isLoading: company.isLoading || profile.isLoading };
}

/** Saves an MC number for a company that has none, so that the owner need not leave the setup for it. */
export function useKeepMc(): (company: Company, mc: string) => Promise<boolean> {
  const [update] = companyApi.useUpdateMyCompanyMutation();
  return async ({ id: _id, seats: _seats, logo: _logo, ...company }, mc) => {
    const { error } = await update({ body: { ...company, mc } });
    return error === undefined;
  };
}
