import type { BrokerDetails } from '@headhaul/contracts/brokers';
import { Link } from 'react-router';
import type { ComposeWish } from '../../emails/compose-mail.public.ts';
import { emailsPath } from '../../emails/paths.public.ts';
import { MailHistory } from '../../emails/shown/mail-history.public.tsx';
import classes from './emails.module.css';
import loads from './loads.module.css';

/** The data that the mail dialog needs about a broker. Without `to`, the mail goes to the contact seen last that has an email address. */
export function composeWishOf(broker: BrokerDetails, to?: { address: string; name: string | null }): ComposeWish {
  const known = broker.contacts.find(({ email }) => email !== null);
  const first = known?.email == null ? undefined : { address: known.email, name: known.name };
  return { loadId: null, brokerId: broker.id, brokerName: broker.name, to: to ?? first };
}

/** The emails that the office sent to this broker. */
export function BrokerEmails({ broker }: { broker: BrokerDetails }) {
  return (
    <section className={loads.card} aria-labelledby="emails-title">
      <header>
        <h2 id="emails-title">Emails</h2>
        <Link to={`${emailsPath}?broker=${broker.id}`}>Open in the list</Link>
      </header>
      <div className={classes.body}>
        <MailHistory about={{ brokerId: broker.id }} none="No emails yet." />
      </div>
    </section>
  );
}
