import type { LoadRow } from '@headhaul/contracts/loads/record';
import { Popover } from '@mantine/core';
import { useState } from 'react';
import { formatStopWhen } from '../../shared/format/stop-time.ts';
import type { NearRow } from './fit.ts';
import row from './grid/row.module.css';
import type { Clash } from './grid/rows.ts';
import classes from './truck-options.module.css';
import { TruckOptions } from './truck-options.tsx';

interface ClashFixerProps {
  clash: Clash;
  nowMs: number;
  nearest: (load: LoadRow) => NearRow[];
  onMove: (load: LoadRow, option: NearRow | null) => void;
}

/** Fixes a double booking: the user gives one of the two loads to another truck, or puts it back on the shelf. */
export function ClashFixer({ clash, nowMs, nearest, onMove }: ClashFixerProps) {
  const [isOpen, setOpen] = useState(false);
  const move = (load: LoadRow, option: NearRow | null) => {
    setOpen(false);
    onMove(load, option);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" offset={4} width={330} trapFocus returnFocus>
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
            <TruckOptions load={load} options={nearest(load)} onChoose={(option) => move(load, option)} />
            {load.status === 'BOOKED' ? (
              <button type="button" className={classes.off} onClick={() => move(load, null)}>
                Take it off this truck
              </button>
            ) : null}
          </div>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
