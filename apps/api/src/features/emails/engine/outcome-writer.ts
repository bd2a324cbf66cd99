import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../../../lib/platform.ts';
import { type Settled, unreadableAnswer } from './outcomes.ts';
import { writeOutcomes } from './write-outcomes.ts';

const retryMs = 300;
const mailsAtOnce = 200;
const companiesAtOnce = 4;

/**
 * Keeps the answers of providers until they are written. They exist nowhere else, so while the database is away they stay here. An answer
 * is dropped only after its commit.
 */
export interface OutcomeWriter {
  keep(settled: Settled): void;
  /** Resolves when everything is written. */
  drained(): Promise<void>;
}

/** A bad value is refused every time. A missing partition has the same error class but no constraint, and may be created later. */
function isBadData(error: unknown): boolean {
  const { code = '', constraint } = error as { code?: string; constraint?: string };
  return code.startsWith('22') || (code.startsWith('23') && constraint !== undefined);
}

export function createOutcomeWriter(platform: Platform, onWritten: (written: readonly Settled[]) => void): OutcomeWriter {
  const kept = new Map<string, Settled[]>();
  const waiting: string[] = [];
  let writers = 0;
  let drains: (() => void)[] = [];

  async function write(): Promise<void> {
    for (let companyId = waiting.shift(); companyId !== undefined; companyId = waiting.shift()) {
      const all = kept.get(companyId) ?? [];
      kept.delete(companyId);
      for (let rest = all; rest.length > 0; rest = rest.slice(mailsAtOnce)) await writeSome(companyId, rest.slice(0, mailsAtOnce));
    }
  }

  async function writeSome(companyId: string, settled: readonly Settled[]): Promise<void> {
    for (;;) {
      try {
        await platform.db.withTenant(companyId, (tx) => writeOutcomes(tx, settled));
        break;
      } catch (error) {
        platform.log.warn({ err: error, mails: settled.length }, 'what became of mails could not be written, will be tried again');
        if (isBadData(error) && settled.some(({ outcome }) => outcome !== unreadableAnswer)) return writeApart(companyId, settled);
        await pause(retryMs);
      }
    }
    for (const { outcome } of settled) platform.metrics.mails.inc({ outcome: outcome.kind });
    onWritten(settled);
  }

  /** A mail server's answer can't be stored. It must not hold up the other mails or be tried forever. */
  async function writeApart(companyId: string, settled: readonly Settled[]): Promise<void> {
    const [only] = settled;
    if (settled.length === 1 && only) return writeSome(companyId, [{ ...only, outcome: unreadableAnswer }]);
    for (const one of settled) await writeSome(companyId, [one]);
  }

  async function startWriter(): Promise<void> {
    writers += 1;
    // Answers that come in the same moment are written together.
    await pause(0);
    await write();
    writers -= 1;
    if (writers === 0 && kept.size === 0) {
      for (const done of drains) done();
      drains = [];
    }
  }

  return {
    keep(settled) {
      const { companyId } = settled.mail;
      const known = kept.get(companyId);
      if (known) {
        known.push(settled);
        return;
      }
      kept.set(companyId, [settled]);
      waiting.push(companyId);
      if (writers < companiesAtOnce) void startWriter();
    },
    drained: () => (writers === 0 && kept.size === 0 ? Promise.resolve() : new Promise((done) => drains.push(done))),
  };
}
