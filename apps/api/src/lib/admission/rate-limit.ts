import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export type LimitName =
  | 'sign_in'
  | 'api'
  | 'company'
  | 'invites'
  | 'email_codes'
  | 'email_codes_to_address'
  | 'geocoding'
  | 'payments'
  | 'mailbox_checks'
  | 'pictures'
  | 'tables'
  | 'stripe_events'
  | 'security_events'
  | 'pages';

export interface RateLimits {
  /** Throws `too_many_requests` when `key` has used up its share. */
  take(limit: LimitName, key: string, points?: number): Promise<void>;
}

/** Per person. Further refusals in the same minute are not written to the security events. */
const refusalsNotedPerMinute = 20;
/** All providers together may send an unproven address this many times the codes that one provider may. */
const claimedByIssuers = 5;

/** Shared between processes through Redis; each process counts alone while Redis is away. */
export function createRateLimits(redis: Redis, env: Env, metrics: Metrics): RateLimits {
  const limiter = (name: LimitName, points: number, duration = 60) => {
    const options = { points, duration, keyPrefix: `limit:${name}` };
    // A key without points is refused from memory until its points are renewed, so that a flood does not reach Redis.
    const refusal = { inMemoryBlockOnConsumed: points + 1 };
    return new RateLimiterRedis({ ...options, ...refusal, storeClient: redis, insuranceLimiter: new RateLimiterMemory(options) });
  };
  const limiters = {
    sign_in: limiter('sign_in', env.RATE_LIMIT_SIGN_IN_PER_MINUTE),
    api: limiter('api', env.RATE_LIMIT_API_PER_MINUTE),
    company: limiter('company', env.RATE_LIMIT_COMPANY_PER_MINUTE),
    invites: limiter('invites', env.RATE_LIMIT_INVITES_PER_HOUR, 60 * 60),
    email_codes: limiter('email_codes', env.RATE_LIMIT_EMAIL_CODES_PER_HOUR, 60 * 60),
    email_codes_to_address: limiter('email_codes_to_address', env.RATE_LIMIT_EMAIL_CODES_PER_HOUR * claimedByIssuers, 60 * 60),
    geocoding: limiter('geocoding', env.RATE_LIMIT_GEOCODING_PER_HOUR, 60 * 60),
    payments: limiter('payments', env.RATE_LIMIT_PAYMENTS_PER_MINUTE),
    pictures: limiter('pictures', env.RATE_LIMIT_PICTURES_PER_HOUR, 60 * 60),
    tables: limiter('tables', env.RATE_LIMIT_TABLES_PER_HOUR, 60 * 60),
    mailbox_checks: limiter('mailbox_checks', env.RATE_LIMIT_MAILBOX_CHECKS_PER_HOUR, 60 * 60),
    pages: limiter('pages', env.RATE_LIMIT_PAGES_PER_MINUTE),
    security_events: limiter('security_events', refusalsNotedPerMinute),
    stripe_events: limiter('stripe_events', env.RATE_LIMIT_STRIPE_EVENTS_PER_MINUTE),
  };
  return {
    async take(limit, key, points = 1) {
      try {
        await limiters[limit].consume(key, points);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        metrics.rateLimited.inc({ limit });
        throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1_000) });
      }
    },
  };
}
