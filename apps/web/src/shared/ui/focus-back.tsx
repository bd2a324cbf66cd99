import { useEffect, useState } from 'react';

/**
 * Inside a dialog: what had the focus before it opened gets it back. Mantine does so only for one that stays mounted when it closes, and
 * ours are mostly there only while they ask.
 */
export function FocusBack() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
  return null;
}
