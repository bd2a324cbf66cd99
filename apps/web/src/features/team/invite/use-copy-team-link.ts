import { useCopied } from '../../../shared/use-copied.ts';
import { inviteApi, teamLinkTarget } from './invite.api.ts';

/** Copies the team's link and reports it for two seconds. */
export function useCopyTeamLink(): { isCopied: boolean; copy: () => Promise<void> } {
  const [getLink] = inviteApi.useLazyGetTeamLinkQuery();
  return useCopied(() => {
    const text = getLink(teamLinkTarget(), true)
      .unwrap()
      .then(({ link }) => new Blob([link], { type: 'text/plain' }));
    // The clipboard gets the promise itself, because Safari allows a copy only during the click and not after a wait.
    return navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  });
}
