import type { MailValues } from '@headhaul/domain/mail/variables';
import { useMemo } from 'react';
import { useSession } from '../../../shared/session/session-store.ts';
import { companyApi } from '../../company/company.api.ts';
import { profileApi } from '../../profile/profile.api.ts';
import { ownValues } from '../editor/sample-values.public.ts';

/** The values that fill the signature when this person sends. */
export function useOwnValues(): { own: MailValues; isLoading: boolean } {
  const session = useSession();
  const company = companyApi.useGetMyCompanyQuery();
  const profile = profileApi.useGetProfileQuery();
  const own = useMemo(
    () => (session === null ? {} : ownValues(session, profile.data, company.data)),
    [session, profile.data, company.data],
  );
  return { own, isLoading: company.isLoading || profile.isLoading };
}
