import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import type { Env } from '../env.ts';

/** Keys that may hold a secret or a person's data, wherever they stand in a logged object. */
const secretKeys = [
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'accessToken',
  'refreshToken',
  'code',
  'verifier',
  'password',
  'email',
];

/** PostgreSQL quotes the offending row in `detail` and `where`: people's data, which a log must not keep. */
function serializeError(error: Error): object {
  const { detail, where, ...rest } = stdSerializers.err(error) as unknown as Record<string, unknown>;
  return rest;
}

export function createLog(env: Pick<Env, 'LOG_LEVEL' | 'LOG_PRETTY'>, service: 'api' | 'worker'): Logger {
  const options: LoggerOptions = {
    level: env.LOG_LEVEL,
    base: { service },
    serializers: { err: serializeError },
    redact: { paths: secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]), censor: '[hidden]' },
    ...(env.LOG_PRETTY
      ? {
          transport: {
            target: 'pino-pretty',
            options: { colorize: true, singleLine: true, ignore: 'pid,hostname,service', translateTime: 'HH:MM:ss' },
          },
        }
      : {}),
  };
  return pino(options);
}
