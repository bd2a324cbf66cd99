import type { Platform } from './platform.ts';

const hardStopMs = 30_000;

/** On the first signal, finishes running work and exits. This must take less time than an orchestrator waits before it kills. */
export function drainOnSignal(platform: Platform, drain: () => Promise<void>): void {
  let started = false;
  const stop = (signal: string) => {
    if (started) return;
    started = true;
    platform.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), hardStopMs).unref();
    drain()
      .then(() => platform.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          platform.log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}
