/** What a provider lets an application do with a person's mailbox, and how it asks the person. */
export interface MailConsent {
  /** The labels are shown on the consent page. Several scope names may mean one right. */
  rights: readonly { label: string; scopes: readonly [string, ...string[]] }[];
  /** Google shows a checkbox for each right, which the person may leave empty. Microsoft grants all or nothing. */
  isGranular: boolean;
  approveLabel: string;
  /** Google has an address where the application can revoke its access. Microsoft has none. */
  revocationPath?: string;
  /** Microsoft issues a new refresh token at each use, and the old one stays valid. Google never changes it. */
  doesRotate: boolean;
}

export const gmailSendScope = 'https://www.googleapis.com/auth/gmail.send';
export const graphSendScopes = ['https://graph.microsoft.com/Mail.Send', 'Mail.Send'] as const;
export const graphReadScopes = ['https://graph.microsoft.com/User.Read', 'User.Read'] as const;

export const mailConsents = {
  google: {
    rights: [{ label: 'Send email on your behalf', scopes: [gmailSendScope] }],
    isGranular: true,
    approveLabel: 'Continue',
    revocationPath: '/revoke',
    doesRotate: false,
  },
  microsoft: {
    rights: [
      { label: 'Send mail as you', scopes: graphSendScopes },
      { label: 'Sign you in and read your profile', scopes: graphReadScopes },
    ],
    isGranular: false,
    approveLabel: 'Accept',
    doesRotate: true,
  },
} as const satisfies Record<string, MailConsent>;

export function scopesOf({ rights }: MailConsent): string[] {
  return rights.flatMap(({ scopes }) => scopes);
}
