import type { Driver } from '@headhaul/contracts/drivers';
import { driverName } from '../labels.ts';
import table from '../list/table.module.css';

interface FindLoadProps {
  driver: Driver;
  isOpen: boolean;
  onOpen: () => void;
}

/** Opens the open loads that this driver can take, beside the list. */
export function FindLoad({ driver, isOpen, onOpen }: FindLoadProps) {
  return (
    <button
      type="button"
      className={table.find}
      aria-label={`Find load for ${driverName(driver)}`}
      aria-expanded={isOpen}
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      Find load
    </button>
  );
}
