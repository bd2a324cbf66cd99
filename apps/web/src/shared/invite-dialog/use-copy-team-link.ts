import { copiedIndicatorMs } from '@headhaul/contracts/constants';
import { useEffect, useState } from 'react';
import { inviteApi, teamLinkTarget } from './invite.api.ts';

/** Copies the team's link and says so for two seconds. */
export function useCopyTeamLink(): { isCopied: boolean; copy: () => Promise<void> } {
  const [getLink] = inviteApi.useLazyGetTeamLinkQuery();
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedIndicatorMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    const text = getLink(teamLinkTarget(), true)
      .unwrap()
      .then(({ link }) => new Blob([link], { type: 'text/plain' }));
    try {
      // The clipboard takes the promise itself: waiting first would outlive the press that allows the copy in Safari.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
      setCopied(true);
    } catch (failure) {
      console.error('The invite link could not be copied', failure);
    }
  };

  return { isCopied, copy };
}
