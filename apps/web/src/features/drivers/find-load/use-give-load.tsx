import type { Driver } from '@headhaul/contracts/drivers';
import { type ReactNode, useState } from 'react';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatStopMoment } from '../../../shared/format/stop-time.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useAssignLoad } from '../../loads/assign/use-assign-load.public.tsx';
import { loadChangesApi } from '../../loads/changes.api.ts';
import { driverName } from '../labels.ts';
import type { NearLoad } from './empty-match.ts';

/** Assigns a load to a driver after the user has confirmed. */
export function useGiveLoad(): { choose: (driver: Driver, near: NearLoad) => void; question: ReactNode } {
  const [send] = loadChangesApi.useAssignLoadMutation();
  const { assign, question } = useAssignLoad(send);
  const [asked, setAsked] = useState<{ driver: Driver; near: NearLoad } | null>(null);
  if (asked === null) return { choose: (driver, near) => setAsked({ driver, near }), question };

  const { driver, near } = asked;
  const { load, miles } = near;
  const confirm = () => {
    setAsked(null);
    assign({ load, to: { driverId: driver.id, coDriverId: driver.teamPartnerId, name: driverName(driver) }, from: null, miles });
  };
  return {
    choose: (to, other) => setAsked({ driver: to, near: other }),
    question: (
      <>
        <ConfirmDialog
          isOpen
          title={`Give ${load.loadNumber} to ${driverName(driver)}?`}
          action="Assign"
          tone="plain"
          isBusy={false}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        >
          <p>
            {load.pickupCity}, {load.pickupState} to {load.deliveryCity}, {load.deliveryState} for {load.brokerName},{' '}
            {formatMoney(load.grossCents)}. Picks up {formatStopMoment(load.pickupAt, load.pickupZone)},{' '}
            {miles < 5 ? 'where the truck gets empty' : `${formatMiles(miles)} from where the truck gets empty`}.
          </p>
        </ConfirmDialog>
        {question}
      </>
    ),
  };
}
