import type { LoadFee } from '@headhaul/contracts/loads/fees';
import type { Load } from '@headhaul/contracts/loads/record';
import { feeStatuses, feeStatusLabels } from '@headhaul/domain/loads/fees';
import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { DrawerSection } from '../../../../shared/drawer/side-drawer.tsx';
import { Ledger } from '../../../../shared/figures/ledger.tsx';
import { loadChangesApi } from '../../changes.api.ts';
import type { DetentionClaim } from '../stops/stops.ts';
import { FeeTag } from './fee-tag.tsx';
import { moneyLines } from './ledger.ts';
import classes from './money.module.css';

const FeeDialog = lazy(() => import('./fee-dialog.tsx'));

/** What the dialog shows: a new fee, a detention claim, or a fee to change. */
type OpenFee = { kind: 'new' } | { kind: 'detention' } | { kind: 'change'; fee: LoadFee };

/** Money line by line. A click on a fee's tag changes its status, a click on its name opens it. */
export function Money({ load, claims }: { load: Load; claims: readonly DetentionClaim[] }) {
  const [open, setOpen] = useState<OpenFee | null>(null);
  const canChange = load.deletedAt === null;
  const rows = moneyLines(load).map(({ fee, ...line }) => {
    const found = load.fees.find(({ id }) => id === fee?.id);
    return {
      ...line,
      ...(found === undefined
        ? {}
        : {
            tag: canChange ? <FeeStatusMenu loadId={load.id} fee={found} /> : <FeeTag status={found.status} />,
            ...(canChange ? { onOpen: () => setOpen({ kind: 'change', fee: found }) } : {}),
          }),
    };
  });
  return (
    <DrawerSection>
      <Ledger title="Money" columns={['Broker pays', 'Driver gets']} rows={rows} />
      {canChange ? (
        <div className={classes.buttons}>
          <Button size="xs" variant="default" leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setOpen({ kind: 'new' })}>
            Add fee
          </Button>
          {claims.length === 0 ? null : (
            <Button size="xs" variant="default" onClick={() => setOpen({ kind: 'detention' })}>
              Request detention
            </Button>
          )}
        </div>
      ) : null}
      {open === null ? null : (
        <Suspense>
          <FeeDialog
            load={load}
            fee={open.kind === 'change' ? open.fee : null}
            claims={open.kind === 'detention' ? claims : []}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </DrawerSection>
  );
}

function FeeStatusMenu({ loadId, fee }: { loadId: string; fee: LoadFee }) {
  const [change, { isLoading }] = loadChangesApi.useChangeFeeMutation();
  const { id: feeId, ...body } = fee;
  return (
    <Menu position="bottom-start" width={150}>
      <Menu.Target>
        <button
          type="button"
          className={classes.tag}
          aria-label={`${feeStatusLabels[fee.status]}, change`}
          data-saving={isLoading || undefined}
        >
          <FeeTag status={fee.status} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {feeStatuses.map((status) => (
          <Menu.Item
            key={status}
            disabled={status === fee.status}
            onClick={() => void change({ params: { id: loadId, feeId }, body: { ...body, status } })}
          >
            <FeeTag status={status} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
