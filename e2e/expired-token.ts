import { createHmac, hkdfSync } from 'node:crypto';
import { tokenSecret } from './world.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The same access token as it will be after its ten minutes: signed by the same key, expired a minute ago. */
export function expire(accessToken: string): string {
  const [header = '', payload = ''] = accessToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const now = Math.floor(Date.now() / 1_000);
  const body = `${header}.${encode({ ...claims, iat: now - 660, exp: now - 60 })}`;
  const key = Buffer.from(hkdfSync('sha256', tokenSecret, Buffer.alloc(0), 'access token', 32));
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
}
