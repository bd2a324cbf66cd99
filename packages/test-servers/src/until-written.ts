import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

const startMs = 90_000;
const keptLength = 4_000;

/**
 * Waits until a program has written `words`. Throws with what it wrote if it ends first, does
 * not start, or takes longer than `startMs`.
 */
export function untilWritten(child: ChildProcess, stream: Readable | null, words: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = '';
    const fail = (reason: string) => finish(() => reject(new Error(`${name} did not start: ${reason}\n${written}`)));
    const onExit = (code: number | null) => fail(`it ended with code ${code}.`);
    const onError = (error: Error) => fail(error.message);
    const timer = setTimeout(() => fail(`nothing after ${startMs / 1_000} s.`), startMs);
    function finish(settle: () => void): void {
      clearTimeout(timer);
      child.off('exit', onExit).off('error', onError);
      stream?.off('data', onData);
      // Keep reading and dropping the output, because a full pipe would stop the program.
      stream?.resume();
      settle();
    }
    function onData(text: Buffer): void {
      written = (written + text.toString()).slice(-keptLength);
      if (written.includes(words)) finish(resolve);
    }
    child.once('exit', onExit).once('error', onError);
    stream?.on('data', onData);
  });
}
