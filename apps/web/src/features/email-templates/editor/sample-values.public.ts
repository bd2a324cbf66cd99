import type { Company } from '@headhaul/contracts/company';
import type { Profile } from '@headhaul/contracts/profile';
import type { SessionUser } from '@headhaul/contracts/session';
import { valuesOfSender } from '@headhaul/domain/mail/values';
import { type MailValues, type MailVariableName, mailVariables } from '@headhaul/domain/mail/variables';

function samplesOf(isWanted: (name: MailVariableName) => boolean): MailValues {
  const names = (Object.keys(mailVariables) as MailVariableName[]).filter((name) => name !== 'signature' && isWanted(name));
  return Object.fromEntries(names.map((name) => [name, mailVariables[name].sample]));
}

/** Every variable with its sample, for a preview without a load. */
export const sampleValues: MailValues = samplesOf(() => true);

/** Adds a sample truck to a load without one, so that the preview shows the sentences about the truck. */
export function withSampleTruck(values: MailValues): MailValues {
  return { ...samplesOf((name) => mailVariables[name].group === 'Truck'), ...values };
}

/** Adds a sample load to the sender's values. Values that the person or the company lacks stay empty, as in the mail. */
export function withSampleLoad(own: MailValues): MailValues {
  return { ...samplesOf((name) => !/^(user|company)\./.test(name)), ...own };
}

/** The values of the sender and the company. The session provides most of them while the rest loads. */
export function ownValues(session: SessionUser, profile: Profile | undefined, company: Company | undefined): MailValues {
  return valuesOfSender({
    driver: null,
    company: company ?? { name: session.companyName, mc: session.mc, dot: null },
    user: { name: `${session.name} ${session.familyName}`.trim(), phone: profile?.phone ?? null },
    offerCents: null,
    brokerName: null,
    now: new Date(),
  });
}
