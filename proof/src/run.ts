import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { proveAvailability } from './availability/availability.proof.ts';
import { proveBilling } from './billing/billing.proof.ts';
import { proveBrokers } from './brokers/brokers.proof.ts';
import { proveCodes } from './codes/codes.proof.ts';
import { proveFit } from './fit/fit.proof.ts';
import { proveFuzz } from './fuzz/fuzz.proof.ts';
import { proveHtml } from './html/html.proof.ts';
import { proveInvites } from './invites/invites.proof.ts';
import { proveIsolation } from './isolation/isolation.proof.ts';
import { proveLeavers } from './leavers/leavers.proof.ts';
import { createRandom } from './lib/random.ts';
import { createReport } from './lib/report.ts';
import { openStage, type Proof } from './lib/stage.ts';
import { proveMail } from './mail/mail.proof.ts';
import { proveMatrix } from './matrix/matrix.proof.ts';
import { proveMessages } from './messages/messages.proof.ts';
import { proveProviders } from './providers/providers.proof.ts';
import { proveQuotas } from './quotas/quotas.proof.ts';
import { proveRedirects } from './redirects/redirects.proof.ts';
import { proveScore } from './score/score.proof.ts';
import { proveSecrets } from './secrets/secrets.proof.ts';
import { proveSessions } from './sessions/sessions.proof.ts';
import { proveUpdates } from './updates/updates.proof.ts';
import { proveUploads } from './uploads/uploads.proof.ts';

const proofs: Record<string, Proof> = {
  sessions: proveSessions,
  codes: proveCodes,
  redirects: proveRedirects,
  isolation: proveIsolation,
  invites: proveInvites,
  matrix: proveMatrix,
  fuzz: proveFuzz,
  updates: proveUpdates,
  billing: proveBilling,
  quotas: proveQuotas,
  html: proveHtml,
  uploads: proveUploads,
  mail: proveMail,
  secrets: proveSecrets,
  availability: proveAvailability,
  leavers: proveLeavers,
  fit: proveFit,
  providers: proveProviders,
  score: proveScore,
  brokers: proveBrokers,
  messages: proveMessages,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false }, full: { type: 'boolean', default: false }, seed: { type: 'string' } },
});

async function runProof(name: string, prove: Proof): Promise<boolean> {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  const report = createReport(name, values.full, seed);
  const stage = await openStage({ isFull: values.full, random: createRandom(seed), report });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stage.close().finally(() => process.exit(1)));
  }
  process.once('uncaughtException', (error) => {
    report.broke(error);
    void stage.close().finally(() => process.exit(1));
  });
  // The reader of the output may close the pipe. Databases and servers must still be cleaned up.
  process.stdout.on('error', () => {});
  try {
    await prove(stage);
  } catch (error) {
    report.broke(error);
  } finally {
    await stage.close();
  }
  return report.finish();
}

const [name] = positionals;
const prove = name === undefined ? undefined : proofs[name];
if (values.list) {
  process.stdout.write(`${Object.keys(proofs).join('\n')}\n`);
} else if (name === undefined || prove === undefined) {
  console.error(`Usage: pnpm proof <${Object.keys(proofs).join('|')}> [--full] [--seed=<number>]`);
  process.exitCode = 1;
} else {
  // Idle connections to stopped servers would keep the process alive.
  process.exit((await runProof(name, prove)) ? 0 : 1);
}
