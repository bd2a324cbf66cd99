import type { BrokerDetails } from '@headhaul/contracts/brokers';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconMail, IconPhone } from '@tabler/icons-react';
import { formatDay, formatDaysAgo } from '../../../shared/time/format-time.ts';
import { openCompose } from '../../emails/compose-mail.public.ts';
import { formatPhone, isNewDomain } from '../labels.ts';
import { composeWishOf } from './emails.tsx';
import classes from './page.module.css';

type Contact = BrokerDetails['contacts'][number];

interface BrokerContactsProps {
  broker: BrokerDetails;
  now: number;
  zone: string;
}

/** The people at the broker that loads name, and the domains of their email addresses. */
export function BrokerContacts({ broker, now, zone }: BrokerContactsProps) {
  const { contacts, domains } = broker;
  return (
    <section className={classes.card} aria-labelledby="contacts-title">
      <h2 id="contacts-title">Contacts</h2>
      {contacts.length === 0 ? (
        <p className={classes.none}>No contacts yet. Contacts from your loads appear here.</p>
      ) : (
        <ul className={classes.lines}>
          {contacts.map((contact) => (
            <ContactLine key={contact.id} broker={broker} contact={contact} now={now} zone={zone} />
          ))}
        </ul>
      )}
      {domains.length === 0 ? null : (
        <>
          <h3>Mail domains seen</h3>
          <ul className={classes.lines}>
            {domains.map((domain) => {
              const isNew = isNewDomain(domain, domains, now);
              return (
                <li key={domain.domain}>
                  <span className={classes.first}>{domain.domain}</span>
                  {isNew ? (
                    <span className={classes.warning}>
                      <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
                      New since {formatDay(domain.firstSeenAt, now, zone)}. Call the broker before you answer.
                    </span>
                  ) : (
                    <span className={classes.second}>{formatSeen(domain, now, zone)}</span>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}

type Seen = Pick<Contact, 'loads' | 'firstSeenAt' | 'lastSeenAt'>;

/** "31 loads since Jan 19, last 2 days ago" */
function formatSeen({ loads, firstSeenAt, lastSeenAt }: Seen, now: number, zone: string): string {
  const since = formatDay(firstSeenAt, now, zone);
  return `${loads} ${loads === 1 ? 'load' : 'loads'} since ${since}, last ${formatDaysAgo(lastSeenAt, now, zone)}`;
}

function ContactLine({ broker, contact, now, zone }: BrokerContactsProps & { contact: Contact }) {
  const { name, email, phone, ext } = contact;
  const title = name ?? email ?? (phone === null ? 'No name' : formatPhone(phone));
  const number = phone === null ? null : `${formatPhone(phone)}${ext === null ? '' : ` ext ${ext}`}`;
  const ways = [name === null ? null : email, title === number ? null : number].filter((way) => way !== null);
  return (
    <li className={classes.contact}>
      <span>
        <span className={classes.first}>{title}</span>
        {ways.map((way) => (
          <span key={way} className={classes.second}>
            {way}
          </span>
        ))}
        <span className={classes.second}>{formatSeen(contact, now, zone)}</span>
      </span>
      {phone === null ? null : (
        <Tooltip label={`Call ${title}`}>
          <ActionIcon
            component="a"
            href={`tel:${phone}${ext === null ? '' : `;ext=${ext}`}`}
            aria-label={`Call ${title}`}
            className={classes.way}
          >
            <IconPhone size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      {email === null ? null : (
        <Tooltip label={`Write to ${email}`}>
          <ActionIcon
            aria-label={`Write to ${email}`}
            aria-haspopup="dialog"
            className={classes.way}
            onClick={() => openCompose(composeWishOf(broker, { address: email, name }))}
          >
            <IconMail size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
