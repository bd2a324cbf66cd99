import { z } from 'zod';
import { createSwitches } from '../web/control.ts';
import { MailboxSettings, type SendingDesk, SendingFaults, SendingLimits } from './sending-control.ts';

const UnknownRecipients = z.strictObject({ addresses: z.array(z.string().trim().toLowerCase().includes('@').max(254)).max(1_000) });

export function viewOf(desk: SendingDesk) {
  const { clockScale, ...limits } = desk.limits;
  return {
    faults: desk.faults,
    limits,
    clockScale,
    mailboxes: desk.mailboxes(),
    unknownRecipients: desk.unknownRecipients,
    counts: desk.counts,
  };
}

/** The caps and faults of one provider's mailboxes. */
export function createSendingSwitches(desk: SendingDesk) {
  const path = `/services/${desk.door}/sending`;
  return createSwitches({
    [`GET ${path}`]: () => viewOf(desk),
    [`DELETE ${path}`]: () => desk.reset(),
    [`PUT ${path}/faults`]: (_id, body) => {
      desk.setFaults(SendingFaults.parse(body));
      return viewOf(desk);
    },
    [`PUT ${path}/limits`]: (_id, body) => {
      desk.setLimits(SendingLimits.parse(body));
      return viewOf(desk);
    },
    [`PUT ${path}/mailboxes/:id`]: (address, body) => {
      desk.settings.set(address.toLowerCase(), MailboxSettings.parse(body));
      return viewOf(desk);
    },
    [`DELETE ${path}/mailboxes/:id`]: (address) => desk.forgetMailbox(address.toLowerCase()),
    [`PUT ${path}/unknown-recipients`]: (_id, body) => {
      desk.unknownRecipients = UnknownRecipients.parse(body).addresses;
      return viewOf(desk);
    },
  });
}
