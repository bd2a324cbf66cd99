import { parseArgs } from 'node:util';
import { rotateMailKeys } from '../features/email-accounts/secrets/key-rotation.ts';
import { makeKeyPair } from '../lib/auth/sealed-secret.ts';
import { readWorkerEnv } from '../lib/env.ts';
import { createWorkerPlatform } from '../lib/platform.ts';

/**
 * `pnpm mail:rotate-keys` wraps the keys of all mailbox secrets for the key in MAIL_SEAL_PUBLIC_KEY. It runs with the worker's
 * environment.
 * `pnpm mail:rotate-keys --make <name>` only prints a new key pair.
 */
const { values } = parseArgs({ options: { make: { type: 'string' } } });
if (values.make === undefined) await rotate();
else makePair(values.make);

function makePair(kid: string): void {
  if (!/^[\w-]{1,100}$/.test(kid)) throw new Error('Name the key with letters, digits, - and _.');
  const { publicKey, privateKey } = makeKeyPair(kid);
  process.stdout.write(`MAIL_SEAL_PUBLIC_KEY=${publicKey}\nFirst in MAIL_SEAL_PRIVATE_KEYS, for the worker alone: ${privateKey}\n`);
}

async function rotate(): Promise<void> {
  const platform = createWorkerPlatform(readWorkerEnv());
  try {
    const { companies, rewrapped, unopened } = await rotateMailKeys(platform, (so) =>
      process.stdout.write(`${so.companies} companies so far, ${so.rewrapped} secrets moved\n`),
    );
    process.stdout.write(`${rewrapped} secrets of ${companies} companies moved to the key ${platform.sealingKey.kid}.\n`);
    if (unopened > 0) {
      process.stdout.write(`${unopened} could not be opened: keep every old key, and look at key_id in email_secrets.\n`);
      process.exitCode = 1;
    }
  } finally {
    await platform.close();
  }
}
