import type { Load } from '@headhaul/contracts/loads/record';
import { agreedRate } from '@headhaul/domain/loads/shown';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { DrawerSection } from '../../../shared/drawer/side-drawer.tsx';
import { type ComposeWish, openCompose } from '../../emails/compose-mail.public.ts';
import { MailHistory } from '../../emails/shown/mail-history.public.tsx';

/** What the mail dialog needs to know about a load. */
export function composeWishOf(load: Load): ComposeWish {
  const { brokerContactEmail } = load;
  return {
    loadId: load.id,
    brokerId: load.brokerId,
    brokerName: load.brokerName,
    driverId: load.driverId,
    offerCents: agreedRate(load),
    about: `Load ${load.loadNumber}, ${load.pickupCity} to ${load.deliveryCity}`,
    ...(brokerContactEmail === null ? {} : { to: { address: brokerContactEmail, name: load.brokerContactName } }),
  };
}

/** The emails about this load, and the button to write another one. */
export function LoadEmails({ load }: { load: Load }) {
  return (
    <DrawerSection
      title="Emails"
      action={
        load.deletedAt === null ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMail size={15} stroke={1.75} />}
            aria-haspopup="dialog"
            onClick={() => openCompose(composeWishOf(load))}
          >
            Email broker
          </Button>
        ) : undefined
      }
    >
      <MailHistory about={{ loadId: load.id }} none="No emails yet." />
    </DrawerSection>
  );
}
