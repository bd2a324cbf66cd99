import type { IncomingMessage } from 'node:http';
import type { Grants } from '../openid/grants.ts';

/** Who asks: the person behind the token of this request, or undefined when there is no good one. */
export async function bearerOf({ headers }: IncomingMessage, grants: Grants) {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token === undefined ? undefined : await grants.check(token);
}
