import { useCopied } from '../../../shared/use-copied.ts';
import { inviteApi, teamLinkTarget } from './invite.api.ts';

/** Copies the team's link and says so for two seconds. */
export function useCopyTeamLink(): { isCopied: boolean; copy: () => Promise<void> } {
  const [getLink] = inviteApi.useLazyGetTeamLinkQuery();
  return useCopied(() => {
    const text = getLink(teamLinkTarget(), true)
      .unwrap()
      .then(({ link }) => new Blob([link], { type: 'text/plain' }));
    // The clipboard takes the promise itself: waiting first would outlive the press that allows the copy in Safari.
    return navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  });
}
