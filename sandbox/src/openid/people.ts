import { createHash } from 'node:crypto';
import { demoPeople } from '@headhaul/contracts/demo-people';
import { z } from 'zod';

/** What the provider says about the email. Real providers also send unverified addresses, or none. */
export const emailStates = {
  verified: 'Shared and verified',
  unverified: 'Shared, not verified',
  hidden: 'Not shared',
} as const;
type EmailState = keyof typeof emailStates;

/** The form for a person who is not on the demo list. */
export const SomeoneElse = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(100, 'Use 100 characters at most'),
  email: z
    .string()
    .trim()
    .min(1, 'Enter an email')
    .max(254, 'Use 254 characters at most')
    .pipe(z.email('Enter an email like pat@office.example')),
  emailState: z.enum(['verified', 'unverified', 'hidden']).default('verified'),
});
export type SomeoneElse = z.infer<typeof SomeoneElse>;

export interface Person {
  subject: string;
  name: string;
  givenName: string;
  familyName: string | undefined;
  email: string;
  emailState: EmailState;
}

export interface People {
  find(subject: string): Person | undefined;
  /** The account behind this email: a demo person's own, or one that stays the same each time the email is used. */
  meet(someone: SomeoneElse): Person;
}

function subjectOfEmail(email: string): string {
  const known = demoPeople.find((person) => person.email === email);
  return known?.subject ?? `person-${createHash('sha256').update(email).digest('hex').slice(0, 24)}`;
}

export function createPeople(): People {
  const bySubject = new Map<string, Person>(
    demoPeople.map(({ subject, name, familyName, email }) => [
      subject,
      { subject, name: `${name} ${familyName}`, givenName: name, familyName, email, emailState: 'verified' },
    ]),
  );
  return {
    find: (subject) => bySubject.get(subject),
    meet({ name, email, emailState }) {
      const subject = subjectOfEmail(email.toLowerCase());
      const [givenName = name, ...rest] = name.split(/\s+/);
      const person: Person = { subject, name, givenName, familyName: rest.length > 0 ? rest.join(' ') : undefined, email, emailState };
      // A demo person never changes. Anybody else has the name and state they entered last.
      if (!demoPeople.some((demo) => demo.subject === subject)) bySubject.set(subject, person);
      return bySubject.get(subject) ?? person;
    },
  };
}

/** How a person has signed in. Staff use a second factor. */
export function factorsOf({ subject }: Person): string[] {
  return subject === 'demo-admin' ? ['pwd', 'mfa'] : ['pwd'];
}

/** Google says of each address whether it is verified. Microsoft marks only verified ones, by its own claim. */
function proofOf({ emailState }: Person, provider: string) {
  if (provider === 'google') return { email_verified: emailState === 'verified' };
  return emailState === 'verified' ? { xms_edov: true } : {};
}

export function claimsOf(person: Person, provider: string) {
  return {
    sub: person.subject,
    name: person.name,
    given_name: person.givenName,
    ...(person.familyName === undefined ? {} : { family_name: person.familyName }),
    ...(person.emailState === 'hidden' ? {} : { email: person.email, ...proofOf(person, provider) }),
  };
}
