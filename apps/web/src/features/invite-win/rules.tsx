import { joinsWithDaysInYear, referralDays } from '@headhaul/contracts/referrals';
import { plans } from '@headhaul/domain/plans';
import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import dialogClasses from '../../shared/ui/dialog.module.css';
import { priceText } from '../pricing/plan-labels.public.ts';
import classes from './rules.module.css';

const steps = [
  { title: 'They join with your link.', text: `Both of you get ${referralDays} days, trial or paid.` },
  { title: 'Their company pays the first time.', text: 'You get one month’s price as credit.' },
  { title: 'Credit comes off your next bill.', text: 'No forms, no code.' },
];

const smallPrint = [
  'One reward per invited company.',
  `Days for ${joinsWithDaysInYear} companies within twelve months; credit for all.`,
  'Your own company, card or email domain doesn’t count.',
];

const fullRules = [
  `When a company joins with your link or your email, your company and theirs each get ${referralDays} days. In a trial the trial gets longer. On a paid plan the price of ${referralDays} days for one user becomes credit.`,
  `You get days for ${joinsWithDaysInYear} companies within any twelve months. Those who join after that still get theirs, and still bring you credit.`,
  `When their company pays for the first time, your company gets one month’s price of your plan for one user as credit, but not more than they paid; during the trial it is Pro’s price, ${priceText(plans.PRO.prices?.MONTHLY ?? 0)}.`,
  'Credit is deducted from your next invoices automatically. It is not paid out. Earned days you had not used when you first pay become credit too.',
  'Every invited company counts once, no matter who on your team invited it.',
  'It is for companies new to Headhaul. Your own company, companies that are customers already and companies that were here before yours don’t count.',
  'A payment with a card that ever paid for your company brings no credit, and neither does a payment that was not made by card.',
  'People with your company’s own email domain bring no free days, and any other domain brings them once. Free mail such as gmail.com is no such domain.',
  'Emails: 50 a day, 5 until your company has its first load. Your link has no limit.',
  'If their first payment is refunded in full, its credit is taken back.',
];

/** The rules in three steps and three lines. A dialog shows all of them. */
export function Rules() {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <aside className={classes.rules} aria-label="Rules">
      <h2>How it works</h2>
      <ol className={classes.steps}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <p>
              <b>{title}</b> {text}
            </p>
          </li>
        ))}
      </ol>
      <h2>The small print, short</h2>
      <ul className={classes.lines}>
        {smallPrint.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button type="button" className={classes.all} onClick={dialog.open} aria-haspopup="dialog">
        Full rules
      </button>
      <Modal.Root opened={isOpen} onClose={dialog.close} size={560} padding={0} classNames={{ content: dialogClasses.content }}>
        <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
        <Modal.Content>
          <div className={dialogClasses.head}>
            <Modal.Title className={dialogClasses.title}>Invite &amp; Win, full rules</Modal.Title>
            <Modal.CloseButton size={32} iconSize={20} aria-label="Close" className={dialogClasses.close} />
          </div>
          <ul className={classes.full}>
            {fullRules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Modal.Content>
      </Modal.Root>
    </aside>
  );
}
