import { useEffect, useState } from 'react';

/**
 * Goes inside a dialog. When the dialog closes, the element that had the focus before gets it back. Mantine does so only for a dialog that
 * stays mounted when it closes, and most of ours are mounted only while they are open.
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
