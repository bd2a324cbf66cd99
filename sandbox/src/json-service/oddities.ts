import { z } from 'zod';
import { positionOf } from '../resident/faults.ts';

/**
 * Ways to spoil an answer that would have been good: an HTML page with status 200, JSON that ends half way, numbers as strings with
 * objects in place of arrays, or a connection that is cut.
 */
export const spoilings = ['maintenance', 'truncated', 'wrongTypes', 'reset'] as const;
type Spoiling = (typeof spoilings)[number];

/** What every JSON service can do wrong beside the faults of the home page. A service adds its own keys. */
export const oddityShape = {
  spoil: z.enum(spoilings).optional(),
  /** The share of good answers that is spoiled. The default is all of them. */
  spoilPercent: z.number('Give a number').min(0, 'Give 0 or more').max(100, 'Give 100 at most').optional(),
  /** The Retry-After of answers with 429 and 503. It may be a fraction of a second, as some services send. */
  retryAfterSeconds: z.number('Give seconds').min(0, 'Give 0 or more').max(86_400, 'Give a day at most').optional(),
  /** More calls than this within `limitSeconds`, 60 by default, are answered with 429 and the time to wait. */
  limitCalls: z.number('Give a number').int('Give a whole number').min(1, 'Give 1 or more').max(1_000_000).optional(),
  limitSeconds: z.number('Give seconds').min(0.1, 'Give more').max(86_400, 'Give a day at most').optional(),
};
const BasicOddities = z.strictObject(oddityShape);
export type BasicOddities = z.infer<typeof BasicOddities>;

/** One request that a service got. `status` is null when the connection was cut. */
export interface LoggedRequest {
  at: string;
  method: string;
  /** Path and parameters, without keys. */
  path: string;
  status: number | null;
}

const keptRequests = 100;

/** The oddities of one JSON service, and the requests it got. */
export class OddityControl<Oddities extends BasicOddities = BasicOddities> {
  readonly name: string;
  readonly title: string;
  /** The title of the page that a maintenance answer shows. */
  readonly maintenanceTitle: string;
  readonly #schema: z.ZodType<Oddities>;
  #oddities: Oddities;
  #answers = 0;
  requestCount = 0;
  /** Requests that were answered with 429 because of `limitCalls`. */
  limitedCount = 0;
  #callTimes: number[] = [];
  /** The newest first. */
  requests: LoggedRequest[] = [];

  constructor({ name, title, maintenanceTitle, schema }: OddityControlOptions<Oddities>) {
    this.name = name;
    this.title = title;
    this.maintenanceTitle = maintenanceTitle;
    this.#schema = schema;
    this.#oddities = schema.parse({});
  }

  get oddities(): Oddities {
    return this.#oddities;
  }

  set(oddities: unknown): Oddities {
    this.#oddities = this.#schema.parse(oddities);
    this.#answers = 0;
    return this.#oddities;
  }

  /** How to spoil the next good answer, if at all. The same answers are spoiled in each run. */
  takeSpoiling(): Spoiling | undefined {
    const { spoil, spoilPercent = 100 } = this.#oddities;
    if (spoil === undefined) return undefined;
    this.#answers += 1;
    return positionOf(this.#answers) < spoilPercent / 100 ? spoil : undefined;
  }

  /** Seconds until another call is allowed. Null if this one is, which then counts. */
  takeCall(nowMs: number): number | null {
    const { limitCalls, limitSeconds = 60 } = this.#oddities;
    if (limitCalls === undefined) return null;
    const windowMs = limitSeconds * 1_000;
    const first = this.#callTimes.findIndex((at) => at > nowMs - windowMs);
    this.#callTimes = first === -1 ? [] : this.#callTimes.slice(first);
    const oldest = this.#callTimes[0];
    if (this.#callTimes.length < limitCalls || oldest === undefined) {
      this.#callTimes.push(nowMs);
      return null;
    }
    this.limitedCount += 1;
    return (oldest + windowMs - nowMs) / 1_000;
  }

  log(request: LoggedRequest): void {
    this.requestCount += 1;
    this.requests = [request, ...this.requests].slice(0, keptRequests);
  }

  forgetRequests(): void {
    this.requestCount = 0;
    this.limitedCount = 0;
    this.requests = [];
  }
}

interface OddityControlOptions<Oddities> {
  name: string;
  title: string;
  maintenanceTitle: string;
  schema: z.ZodType<Oddities>;
}
