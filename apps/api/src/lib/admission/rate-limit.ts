import { boardHealthPoints } from '@headhaul/contracts/boards/health';
import { layoutReportsPerDay } from '@headhaul/contracts/boards/layout-reports';
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
  | 'invites_to_address'
  | 'invites_of_company_to_address'
  | 'invite_asks'
  | 'invite_asks_of_person'
  | 'invite_asks_of_network'
  | 'email_codes'
  | 'email_codes_to_address'
  | 'geocoding'
  | 'routes'
  | 'payments'
  | 'mailbox_checks'
  | 'pictures'
  | 'tables'
  | 'factor_checks'
  | 'board_health'
  | 'board_health_of_person'
  | 'layout_reports'
  | 'feedback'
  | 'stripe_events'
  | 'security_events'
  | 'pages';

export interface RateLimits {
  /** Throws `too_many_requests` when `key` has used up its share. */
  take(limit: LimitName, key: string, points?: number): Promise<void>;
  /** One point that was taken for something that isn't done after all. */
  giveBack(limit: LimitName, key: string): Promise<void>;
}

/** Per person. Further refusals in the same minute are not written to the security events. */
const refusalsNotedPerMinute = 20;
/** All providers together may send an unproven address this many times the codes that one provider may. */
const claimedByIssuers = 5;
/** Requests for an invite that a company's owner gets by mail, and how many of them one person and one network may cause. */
const inviteAsksPerDay = 10;
const inviteAsksOfPersonPerDay = 1;
const inviteAsksOfNetworkPerDay = 3;
/** Mails with an invite that one address gets, from one company and from all, because nobody asked for them. */
const companyInvitesToAddressPerDay = 3;
const invitesToAddressPerDay = 6;
/** So many installs of one person may report how boards are read. */
const installsOfPerson = 5;
/** Of one network, where a whole office may have one address. */
const feedbackPerDay = 20;
const daySeconds = 24 * 60 * 60;

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
    invites_to_address: limiter('invites_to_address', invitesToAddressPerDay, daySeconds),
    invites_of_company_to_address: limiter('invites_of_company_to_address', companyInvitesToAddressPerDay, daySeconds),
    invite_asks: limiter('invite_asks', inviteAsksPerDay, daySeconds),
    invite_asks_of_person: limiter('invite_asks_of_person', inviteAsksOfPersonPerDay, daySeconds),
    invite_asks_of_network: limiter('invite_asks_of_network', inviteAsksOfNetworkPerDay, daySeconds),
    email_codes: limiter('email_codes', env.RATE_LIMIT_EMAIL_CODES_PER_HOUR, 60 * 60),
    email_codes_to_address: limiter('email_codes_to_address', env.RATE_LIMIT_EMAIL_CODES_PER_HOUR * claimedByIssuers, 60 * 60),
    geocoding: limiter('geocoding', env.RATE_LIMIT_GEOCODING_PER_HOUR, 60 * 60),
    routes: limiter('routes', env.RATE_LIMIT_ROUTES_PER_HOUR, 60 * 60),
    payments: limiter('payments', env.RATE_LIMIT_PAYMENTS_PER_MINUTE),
    pictures: limiter('pictures', env.RATE_LIMIT_PICTURES_PER_HOUR, 60 * 60),
    tables: limiter('tables', env.RATE_LIMIT_TABLES_PER_HOUR, 60 * 60),
    factor_checks: limiter('factor_checks', env.RATE_LIMIT_FACTOR_CHECKS_PER_HOUR, 60 * 60),
    board_health: limiter('board_health', boardHealthPoints.perQuarterHour, 15 * 60),
    board_health_of_person: limiter('board_health_of_person', boardHealthPoints.perQuarterHour * installsOfPerson, 15 * 60),
    feedback: limiter('feedback', feedbackPerDay, daySeconds),
    layout_reports: limiter('layout_reports', layoutReportsPerDay, daySeconds),
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
    async giveBack(limit, key) {
      await limiters[limit].reward(key);
    },
  };
}
