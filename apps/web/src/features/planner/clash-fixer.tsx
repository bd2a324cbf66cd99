import type { FitRow } from '@headhaul/contracts/fit';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { Popover } from '@mantine/core';
import { useState } from 'react';
import { formatStopWhen } from '../../shared/format/stop-time.ts';
import type { AnchorBox } from '../loads/assign/use-assign.public.tsx';
import row from './grid/row.module.css';
import type { Clash } from './grid/rows.ts';
import classes from './truck-options.module.css';
import { TruckOptions } from './truck-options.tsx';

interface ClashFixerProps {
  clash: Clash;
  nowMs: number;
  onMove: (load: LoadRow, to: FitRow | null, listed: readonly FitRow[], at: AnchorBox | null) => void;
}

/** Fixes a double booking: the user gives one of the two loads to another truck, or puts it back on the shelf. */
export function ClashFixer({ clash, nowMs, onMove }: ClashFixerProps) {
  const [isOpen, setOpen] = useState(false);
  const move: ClashFixerProps['onMove'] = (...moved) => {
    setOpen(false);
    onMove(...moved);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" offset={4} width={400} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={row.fix} onClick={() => setOpen(!isOpen)}>
          Fix
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.box}>
        {[clash.first, clash.second].map((load) => (
          <div key={load.id} className={classes.part}>
            <p className={classes.title}>
              Move <b>{load.loadNumber}</b>, {load.pickupCity} to {load.deliveryCity},{' '}
              {formatStopWhen(load.pickupAt, load.pickupZone, nowMs)}
            </p>
            {isOpen ? <TruckOptions load={load} onChoose={(...chosen) => move(load, ...chosen)} /> : null}
            {load.status === 'BOOKED' ? (
              <button type="button" className={classes.off} onClick={() => move(load, null, [], null)}>
                Take it off this truck
              </button>
            ) : null}
          </div>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
