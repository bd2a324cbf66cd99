import { z } from 'zod';
import { createSwitches } from '../web/control.ts';
import { MailboxSettings, type SendingControl, SendingFaults, SendingLimits } from './sending-control.ts';

const UnknownRecipients = z.strictObject({ addresses: z.array(z.string().trim().toLowerCase().includes('@').max(254)).max(1_000) });

export function viewOf(control: SendingControl) {
  const { clockScale, ...limits } = control.limits;
  return {
    faults: control.faults,
    limits,
    clockScale,
    mailboxes: control.mailboxes(),
    unknownRecipients: control.unknownRecipients,
    counts: control.counts,
  };
}

/** The switches for the limits and faults of one provider's mailboxes. */
export function createSendingSwitches(control: SendingControl) {
  const path = `/services/${control.door}/sending`;
  return createSwitches({
    [`GET ${path}`]: () => viewOf(control),
    [`DELETE ${path}`]: () => control.reset(),
    [`PUT ${path}/faults`]: (_id, body) => {
      control.setFaults(SendingFaults.parse(body));
      return viewOf(control);
    },
    [`PUT ${path}/limits`]: (_id, body) => {
      control.setLimits(SendingLimits.parse(body));
      return viewOf(control);
    },
    [`PUT ${path}/mailboxes/:id`]: (address, body) => {
      control.settings.set(address.toLowerCase(), MailboxSettings.parse(body));
      return viewOf(control);
    },
    [`DELETE ${path}/mailboxes/:id`]: (address) => control.forgetMailbox(address.toLowerCase()),
    [`PUT ${path}/unknown-recipients`]: (_id, body) => {
      control.unknownRecipients = UnknownRecipients.parse(body).addresses;
      return viewOf(control);
    },
  });
}
