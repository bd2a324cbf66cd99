import {
  type OpeningKey,
  openSecret,
  rewrapSecret,
  type SealedSecret,
  type SealingKey,
  sealSecret,
} from '../../../lib/auth/sealed-secret.ts';
import type { SmtpServer } from '../senders/smtp-session.ts';

/** Where a secret belongs. The place is bound into the ciphertext, so a secret that is copied to another place does not open. */
export interface SecretPlace {
  companyId: string;
  accountId: string;
  field: SecretField;
  /** For a password: somebody who changes the server in the database must not get the password sent to that server. */
  server: SmtpServer | null;
}
export type SecretField = 'refresh_token' | 'access_token' | 'smtp_password';

function bindingOf({ companyId, accountId, field, server }: SecretPlace): Buffer {
  const at = field === 'smtp_password' && server ? [server.host, server.port, server.security, server.username] : [];
  return Buffer.from(JSON.stringify(['mail secret', companyId, accountId, field, ...at]));
}

export function sealMailSecret(key: SealingKey, place: SecretPlace, plain: string): SealedSecret {
  return sealSecret(key, bindingOf(place), plain);
}

export function openMailSecret(keys: readonly OpeningKey[], place: SecretPlace, secret: SealedSecret): string {
  return openSecret(keys, bindingOf(place), secret);
}

/** The same secret for another key pair: its key is wrapped again, its ciphertext stays. */
export function rewrapMailSecret(keys: readonly OpeningKey[], newest: SealingKey, place: SecretPlace, secret: SealedSecret): SealedSecret {
  return rewrapSecret(keys, newest, bindingOf(place), secret);
}
