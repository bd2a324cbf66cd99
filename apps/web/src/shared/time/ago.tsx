import { Tooltip } from '@mantine/core';
import { formatAgo, formatMoment } from './format-time.ts';
import { useNow } from './use-now.ts';

/** How long ago, with the exact time on hover. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <Tooltip label={formatMoment(at)}>
      <time dateTime={at}>{formatAgo(at, now)}</time>
    </Tooltip>
  );
}
