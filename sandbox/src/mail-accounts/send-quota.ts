const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export interface Caps {
  perMinute: number;
  perDay: number;
}

/** Which limit is reached, and how long until there is room again, on the quota's clock. */
export interface Over {
  cap: 'minute' | 'day';
  waitMs: number;
}

/** A clock that can run faster than real time, so that an hour of quotas passes in a minute. */
export interface QuotaClock {
  now(): number;
  scale(): number;
  setScale(scale: number): void;
}

export function createQuotaClock(): QuotaClock {
  let scale = 1;
  let wallMs = Date.now();
  let quotaMs = wallMs;
  const now = () => quotaMs + (Date.now() - wallMs) * scale;
  return {
    now,
    scale: () => scale,
    setScale(next) {
      quotaMs = now();
      wallMs = Date.now();
      scale = next;
    },
  };
}

interface Sent {
  at: number;
  /** The number of recipients if the provider counts them per day. */
  weight: number;
}

/** What one mailbox, or the whole application, sent in the last 24 hours. Both windows slide with a clock that never goes back. */
export class SendUsage {
  #sent: Sent[] = [];
  /** Index of the first mail in the last minute. It only moves forward, so counting costs little, however much was sent. */
  #minuteStart = 0;
  #weight = 0;

  add(at: number, weight: number): void {
    this.#sent.push({ at, weight });
    this.#weight += weight;
  }

  lastMinute(now: number): number {
    while ((this.#sent[this.#minuteStart]?.at ?? now) <= now - minuteMs) this.#minuteStart += 1;
    return this.#sent.length - this.#minuteStart;
  }

  lastDay(now: number): number {
    let gone = 0;
    for (const { at, weight } of this.#sent) {
      if (at > now - dayMs) break;
      gone += 1;
      this.#weight -= weight;
    }
    if (gone > 0) this.#sent.splice(0, gone);
    this.#minuteStart = Math.max(0, this.#minuteStart - gone);
    return this.#weight;
  }

  over(now: number, { perMinute, perDay }: Caps, weight: number): Over | undefined {
    const inMinute = this.lastMinute(now);
    if (inMinute + 1 > perMinute) {
      // There is room as soon as enough mails have left the window.
      const leaves = this.#sent[this.#sent.length - Math.max(1, perMinute)]?.at ?? now;
      return { cap: 'minute', waitMs: perMinute === 0 ? minuteMs : leaves + minuteMs - now };
    }
    let excess = this.lastDay(now) + weight - perDay;
    if (excess <= 0) return undefined;
    for (const sent of this.#sent) {
      excess -= sent.weight;
      if (excess <= 0) return { cap: 'day', waitMs: sent.at + dayMs - now };
    }
    return { cap: 'day', waitMs: dayMs };
  }
}
