import { z } from 'zod';
import type { Mailbox, MailDoor, MailFailure } from '../mail/mailbox.ts';
import { positionOf } from '../resident/faults.ts';
import { createQuotaClock, SendUsage } from './send-quota.ts';

const Percent = z.number().min(0).max(100).default(0);
/** Shares of the sends that fail, by kind of failure. With the first three the mail is not accepted, with the last two it is. */
export const SendingFaults = z
  .strictObject({
    tooManyPercent: Percent,
    unavailablePercent: Percent,
    resetPercent: Percent,
    acceptedThenUnavailablePercent: Percent,
    acceptedThenResetPercent: Percent,
  })
  .refine((faults) => Object.values(faults).reduce((sum, share) => sum + share, 0) <= 100, 'The shares add up to more than 100');
export type SendingFaults = z.infer<typeof SendingFaults>;

const faultKinds = ['tooMany', 'unavailable', 'reset', 'acceptedThenUnavailable', 'acceptedThenReset'] as const;
export type SendingFault = (typeof faultKinds)[number];

const Cap = z.int().min(0).max(100_000_000);
export const SendingLimits = z.strictObject({
  perMinute: Cap.optional(),
  perDay: Cap.optional(),
  perDayFree: Cap.optional(),
  projectPerMinute: Cap.optional(),
  projectPerDay: Cap.optional(),
  clockScale: z.number().min(0.001).max(1_000_000).default(1),
});
export type SendingLimits = z.infer<typeof SendingLimits>;

export const MailboxSettings = z.strictObject({
  perMinute: Cap.optional(),
  perDay: Cap.optional(),
  /** For providers whose mailboxes have passwords. */
  password: z.string().min(1).max(200).optional(),
});
export type MailboxSettings = z.infer<typeof MailboxSettings>;

/** The provider's real caps. A free mailbox is one at the provider's own domain. */
interface RealLimits {
  perMinute: number;
  perDay: number;
  perDayFree: number;
  freeDomains: readonly string[];
}

export const realLimits = {
  gmail: { perMinute: 60, perDay: 2_000, perDayFree: 500, freeDomains: ['gmail.com', 'googlemail.com'] },
  // The daily limits count recipients.
  graph: { perMinute: 30, perDay: 10_000, perDayFree: 300, freeDomains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'] },
  smtp: { perMinute: 30, perDay: 1_000, perDayFree: 1_000, freeDomains: [] },
} as const satisfies Record<string, RealLimits>;

/** A limit that a send has reached. `waitMs` is in real time. */
export interface Refusal {
  cap: 'minute' | 'day' | 'projectMinute' | 'projectDay';
  waitMs: number;
}

/** What the sender is told. After `unavailable` and `reset` the sender can't know whether the mail was accepted. */
export type Outcome = 'sent' | 'tooMany' | 'unavailable' | 'reset' | Refusal;

const noCounts = {
  calls: 0,
  accepted: 0,
  acceptedThenUnavailable: 0,
  acceptedThenReset: 0,
  tooMany: 0,
  unavailable: 0,
  reset: 0,
  overMinute: 0,
  overDay: 0,
  overProject: 0,
  invalid: 0,
  unauthenticated: 0,
  forbidden: 0,
};
export type SendingCounts = typeof noCounts;

export interface Sending {
  account: string;
  from: string;
  to: string[];
  raw: Buffer;
}

/** The limits and faults of one provider's mailboxes, and what they have sent so far. */
export class SendingControl {
  readonly door: MailDoor;
  readonly title: string;
  readonly real: RealLimits;
  readonly #mailbox: Mailbox;
  readonly #clock = createQuotaClock();
  #usage = new Map<string, SendUsage>();
  #project = new SendUsage();
  #sends = 0;
  counts: SendingCounts = { ...noCounts };
  faults: SendingFaults = SendingFaults.parse({});
  limits: SendingLimits = SendingLimits.parse({});
  settings = new Map<string, MailboxSettings>();
  /** Whole addresses, or `@domain`. */
  unknownRecipients: readonly string[] = [];

  constructor(door: MailDoor, title: string, real: RealLimits, mailbox: Mailbox) {
    this.door = door;
    this.title = title;
    this.real = real;
    this.#mailbox = mailbox;
  }

  reset(): void {
    this.#usage = new Map();
    this.#project = new SendUsage();
    this.#sends = 0;
    this.counts = { ...noCounts };
    this.faults = SendingFaults.parse({});
    this.setLimits(SendingLimits.parse({}));
    this.settings = new Map();
    this.unknownRecipients = [];
  }

  setFaults(faults: SendingFaults): void {
    this.faults = faults;
    this.#sends = 0;
  }

  setLimits(limits: SendingLimits): void {
    this.limits = limits;
    this.#clock.setScale(limits.clockScale);
  }

  forgetMailbox(account: string): void {
    this.settings.delete(account);
    this.#usage.delete(account);
  }

  isUnknown(recipient: string): boolean {
    const address = recipient.toLowerCase();
    return this.unknownRecipients.some((one) => (one.startsWith('@') ? address.endsWith(one) : address === one));
  }

  capsOf(account: string): { perMinute: number; perDay: number } {
    const own = this.settings.get(account);
    const isFree = this.real.freeDomains.some((domain) => account.endsWith(`@${domain}`));
    const perDay = isFree ? (this.limits.perDayFree ?? this.real.perDayFree) : (this.limits.perDay ?? this.real.perDay);
    return { perMinute: own?.perMinute ?? this.limits.perMinute ?? this.real.perMinute, perDay: own?.perDay ?? perDay };
  }

  /** Every mailbox that has sent or has settings, with its limits. */
  mailboxes() {
    const now = this.#clock.now();
    return [...new Set([...this.settings.keys(), ...this.#usage.keys()])]
      .sort((left, right) => left.localeCompare(right))
      .map((address) => ({
        address,
        ...this.capsOf(address),
        sentLastMinute: this.#usage.get(address)?.lastMinute(now) ?? 0,
        sentLastDay: this.#usage.get(address)?.lastDay(now) ?? 0,
        hasPassword: this.settings.get(address)?.password !== undefined,
      }));
  }

  /** The fault of this send, if any. Called once for each send that is otherwise in order. */
  takeFault(): SendingFault | undefined {
    this.#sends += 1;
    let position = positionOf(this.#sends) * 100;
    for (const kind of faultKinds) {
      position -= this.faults[`${kind}Percent`];
      if (position >= 0) continue;
      if (kind === 'tooMany' || kind === 'unavailable' || kind === 'reset') this.counts[kind] += 1;
      return kind;
    }
    return undefined;
  }

  /** The limit that prevents one more send, if any. `weight` counts toward the daily limit. */
  refusal(account: string, weight: number): Refusal | undefined {
    const now = this.#clock.now();
    const wall = (waitMs: number) => Math.max(1, waitMs / this.#clock.scale());
    const own =
      this.#usage.get(account)?.over(now, this.capsOf(account), weight) ?? new SendUsage().over(now, this.capsOf(account), weight);
    if (own !== undefined) {
      this.counts[own.cap === 'day' ? 'overDay' : 'overMinute'] += 1;
      return { cap: own.cap, waitMs: wall(own.waitMs) };
    }
    const { projectPerMinute = Number.POSITIVE_INFINITY, projectPerDay = Number.POSITIVE_INFINITY } = this.limits;
    const all = this.#project.over(now, { perMinute: projectPerMinute, perDay: projectPerDay }, 1);
    if (all === undefined) return undefined;
    this.counts.overProject += 1;
    return { cap: all.cap === 'day' ? 'projectDay' : 'projectMinute', waitMs: wall(all.waitMs) };
  }

  /** Accepts the mail: it counts and is in the mailbox, whatever the sender is told afterwards. */
  accept({ account, from, to, raw }: Sending, weight: number, fault: SendingFault | undefined): void {
    const now = this.#clock.now();
    const usage = this.#usage.get(account) ?? new SendUsage();
    this.#usage.set(account, usage);
    usage.add(now, weight);
    this.#project.add(now, 1);
    this.counts.accepted += 1;
    let failure: MailFailure | null = null;
    if (fault === 'acceptedThenUnavailable') failure = 'UNAVAILABLE';
    if (fault === 'acceptedThenReset') failure = 'RESET';
    if (fault === 'acceptedThenUnavailable' || fault === 'acceptedThenReset') this.counts[fault] += 1;
    this.#mailbox.add({ raw, from, to, provider: this.door, account, failure });
  }

  /** A send by one request. Gives what its sender is told. */
  submit(sending: Sending, weight: number): Outcome {
    const fault = this.takeFault();
    if (fault === 'tooMany' || fault === 'unavailable' || fault === 'reset') return fault;
    const refusal = this.refusal(sending.account, weight);
    if (refusal !== undefined) return refusal;
    this.accept(sending, weight, fault);
    if (fault === undefined) return 'sent';
    return fault === 'acceptedThenReset' ? 'reset' : 'unavailable';
  }
}
