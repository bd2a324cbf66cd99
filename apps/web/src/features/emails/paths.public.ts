export const accountsPath = '/dispatcher/accounts';
export const emailsPath = '/dispatcher/emails';
export const emailSettingsPath = '/dispatcher/email-settings';
/** The address that a provider's page returns to. */
export const connectedPath = '/dispatcher/google-connect/success';

/** The editor of a mailbox's default template, or of a certain one. */
export function templatePath(accountId: string, templateId?: string): string {
  return `/dispatcher/edit-template/${accountId}${templateId === undefined ? '' : `?template=${templateId}`}`;
}

export function newTemplatePath(accountId: string, copyOf?: string): string {
  return `/dispatcher/create-template/${accountId}${copyOf === undefined ? '' : `?from=${copyOf}`}`;
}

export function signaturePath(accountId: string): string {
  return `/dispatcher/edit-signature/${accountId}`;
}

export function emailPath(emailId: string): string {
  return `${emailsPath}?email=${emailId}`;
}
