import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Env } from './env.ts';

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

export function createLog(env: Pick<Env, 'LOG_LEVEL' | 'LOG_PRETTY'>, service: 'api' | 'worker'): Logger {
  const options: LoggerOptions = {
    level: env.LOG_LEVEL,
    base: { service },
    redact: { paths: secretKeys.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]), censor: '[hidden]' },
    ...(env.LOG_PRETTY
      ? { transport: { target: 'pino-pretty', options: { colorize: true, ignore: 'pid,hostname,service', translateTime: 'HH:MM:ss' } } }
      : {}),
  };
  return pino(options);
}
