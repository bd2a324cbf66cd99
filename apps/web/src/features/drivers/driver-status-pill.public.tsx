import { type DriverStatus, driverStatusLabels } from '@headhaul/domain/drivers/status';
import { type Icon, IconBed, IconHome, IconTool } from '@tabler/icons-react';
import classes from '../../shared/ui/status-pill.module.css';
import type { StatusFamily } from '../loads/status/status-glyph.public.tsx';

const looks: Record<DriverStatus, { family: StatusFamily; mark: Icon | 'dot' | 'hollow' }> = {
  READY: { family: 'done', mark: 'dot' },
  PLANNED: { family: 'idle', mark: 'hollow' },
  ON_LOAD: { family: 'move', mark: 'dot' },
  HOME: { family: 'idle', mark: IconHome },
  REST: { family: 'idle', mark: IconBed },
  IN_SHOP: { family: 'warn', mark: IconTool },
  NOT_READY: { family: 'bad', mark: 'dot' },
};

export function DriverStatusPill({ status, size = 'table' }: { status: DriverStatus; size?: 'table' | 'free' }) {
  const { family, mark: Mark } = looks[status];
  return (
    <span className={classes.pill} data-family={family} data-size={size}>
      {typeof Mark === 'string' ? (
        <span className={classes.dot} data-hollow={Mark === 'hollow' || undefined} />
      ) : (
        <Mark size={12} stroke={2} aria-hidden="true" />
      )}
      {driverStatusLabels[status]}
    </span>
  );
}
