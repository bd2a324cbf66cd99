import type { IncomingMessage } from 'node:http';
import type { Grants } from '../openid/grants.ts';

/** The person behind the token of this request. Undefined without a valid token. */
export async function bearerOf({ headers }: IncomingMessage, grants: Grants) {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : await grants.check(token);
}
