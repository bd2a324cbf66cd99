import { Tooltip } from '@mantine/core';
import { formatAgo, formatMoment } from './format-time.ts';
import { useNow } from './use-now.ts';
import { useOfficeZone } from './use-office-zone.ts';

/** How long ago, with the exact time on hover. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  const zone = useOfficeZone();
  return (
    <Tooltip label={formatMoment(at, zone)}>
      <time dateTime={at}>{formatAgo(at, now, zone)}</time>
    </Tooltip>
  );
}
