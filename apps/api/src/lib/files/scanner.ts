import { connect, type Socket } from 'node:net';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';

/** Scans an uploaded file before anything else uses it. Throws unless the scanner says that the file is clean. */
export type Scanner = (file: Uint8Array) => Promise<void>;

const scanMs = 30_000;
const retryAfterSeconds = 30;
const chunkBytes = 64 * 1024;
/** clamd answers with one short line. A longer answer is not from clamd. */
const maxAnswerLength = 1_000;

/** Without a configured scanner every file passes. */
export function createScanner({ CLAMD_HOST, CLAMD_PORT, CLAMD_SOCKET }: Env, waitMs = scanMs): Scanner {
  if (CLAMD_SOCKET === undefined && CLAMD_HOST === undefined) return async () => {};
  const open = () => (CLAMD_SOCKET === undefined ? connect(CLAMD_PORT, CLAMD_HOST) : connect(CLAMD_SOCKET));
  return async (file) => {
    const answer = await ask(open(), file, waitMs).catch((cause: unknown) => {
      throw refuse('the scanner does not answer', cause);
    });
    if (answer === 'stream: OK') return;
    if (/^stream: .+ FOUND$/.test(answer)) throw new AppError('file_infected', { reason: answer });
    throw refuse(`the scanner answered: ${answer}`);
  };
}

/** A file that was not scanned is not kept. */
function refuse(reason: string, cause?: unknown): AppError {
  const detail = 'We cannot check files for viruses right now. Nothing was kept. Please try again in a minute.';
  return new AppError('unavailable', { detail, retryAfterSeconds, reason, cause });
}

/** The INSTREAM command of clamd: each chunk follows its length, an empty chunk ends the file, and the answer ends with a zero byte. */
function ask(socket: Socket, file: Uint8Array, waitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const timer = setTimeout(() => socket.destroy(new Error(`nothing after ${waitMs} ms`)), waitMs);
    socket.setEncoding('utf8');
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      // No answer can come any more. Has no effect if the answer is complete.
      reject(new Error('it hung up'));
    });
    socket.on('data', (text: string) => {
      answer += text;
      const end = answer.indexOf('\0');
      if (end === -1 && answer.length <= maxAnswerLength) return;
      resolve(answer.slice(0, end === -1 ? maxAnswerLength : end));
      socket.destroy();
    });
    socket.write('zINSTREAM\0');
    for (let from = 0; from < file.length; from += chunkBytes) {
      const chunk = file.subarray(from, from + chunkBytes);
      socket.write(lengthOf(chunk));
      socket.write(chunk);
    }
    socket.write(lengthOf(new Uint8Array()));
  });
}

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}
