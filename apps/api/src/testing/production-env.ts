export const productionKey = `k1:${Buffer.alloc(32, 7).toString('base64url')}`;

/** What API and worker are both told in production, but for where files are. */
export const productionEnv = {
  NODE_ENV: 'production',
  PORT: '4000',
  OPS_PORT: '4001',
  WORKER_OPS_PORT: '4002',
  PUBLIC_URL: 'https://app.headhaul.example',
  WEB_ORIGINS: 'https://app.headhaul.example',
  EXTENSION_IDS: '',
  REDIS_URL: 'rediss://redis.internal',
  MAIL_FROM: 'Headhaul <hello@headhaul.example>',
  LINK_KEYS: productionKey,
  GOOGLE_ISSUER: 'https://accounts.google.com',
  GOOGLE_CLIENT_ID: 'a',
  GOOGLE_CLIENT_SECRET: 'b',
  MICROSOFT_ISSUER: 'https://login.microsoftonline.com/tenant/v2.0',
  MICROSOFT_CLIENT_ID: 'c',
  MICROSOFT_CLIENT_SECRET: 'd',
  MAIL_SEAL_PUBLIC_KEY: productionKey,
};
