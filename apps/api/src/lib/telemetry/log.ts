import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import type { Env } from '../env.ts';

/** Keys that may hold a secret or a person's data. They are hidden on the top three levels of a logged object. */
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

/**
 * Keeps only the type, code, message and stack of an error: libraries attach rows, headers and recipients to their errors.
 * For data errors (class 22) the database quotes the value, so the message is replaced.
 */
export function serializeError(error: Error): object {
  const { type, message, stack, code } = stdSerializers.err(error) as unknown as Record<string, unknown>;
  const isQuoting = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
  return {
    type,
    code,
    message: isQuoting ? 'a value that the database refused' : withoutAddresses(String(message)),
    stack: String(stack)
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  };
}

/** Removes email addresses, because mail servers repeat the recipient in their answers. */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>@"',;:()]{1,200}@[^\s<>@"',;()]{1,255}/g, '[address]');
}

export function createLog(env: Pick<Env, 'LOG_LEVEL' | 'LOG_PRETTY'>, service: 'api' | 'worker'): Logger {
  const options: LoggerOptions = {
    level: env.LOG_LEVEL,
    base: { service },
    serializers: { err: serializeError, reason: (reason: unknown) => withoutAddresses(String(reason)) },
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
