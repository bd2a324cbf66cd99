import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultSwitch } from '../resident/faults.ts';
import type { SandboxService } from '../resident/service.ts';

const command = Buffer.from('zINSTREAM\0');
/** clamd's setting `StreamMaxLength`. */
const maxStreamBytes = 26 * 1024 * 1024;
/**
 * The harmless test text that every scanner reports as a virus. It is in two parts, because a scanner that sees this file would remove it.
 */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

type Read = Buffer | 'too large' | 'unknown' | undefined;

/** Reads the stream in pieces of any size. Gives the bytes of all chunks after the empty last chunk, and undefined before. */
function createReader(): (part: Buffer) => Read {
  let pending = Buffer.alloc(0);
  let hasCommand = false;
  const chunks: Buffer[] = [];
  let total = 0;
  return (part) => {
    pending = Buffer.concat([pending, part]);
    if (!hasCommand) {
      if (!command.subarray(0, pending.length).equals(pending.subarray(0, command.length))) return 'unknown';
      if (pending.length < command.length) return undefined;
      hasCommand = true;
      pending = pending.subarray(command.length);
    }
    while (pending.length >= 4) {
      const length = pending.readUInt32BE();
      if (length === 0) return Buffer.concat(chunks);
      if (total + length > maxStreamBytes) return 'too large';
      if (pending.length < 4 + length) return undefined;
      total += length;
      chunks.push(pending.subarray(4, 4 + length));
      pending = pending.subarray(4 + length);
    }
    return undefined;
  };
}

async function answer(socket: Socket, faults: FaultSwitch, text: string): Promise<void> {
  const { latencyMs = 0 } = faults.current();
  if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
  socket.end(`${faults.takeErrorStatus() === undefined ? text : 'Cannot allocate memory ERROR'}\0`);
}

/** Stands in for ClamAV's daemon: takes a file by INSTREAM and says whether it found a virus. */
export function createClamdService(portOffset: number): SandboxService {
  return {
    name: 'clamd',
    title: 'ClamAV',
    about: 'Scanner of uploads in place of ClamAV’s clamd: speaks INSTREAM and finds the EICAR test file in anything.',
    portOffset,
    protocol: 'tcp',
    lookAt: { label: 'Switches', path: '/', isAtHome: true },
    createServer: ({ faults }) =>
      createServer((socket) => {
        const read = createReader();
        let isDone = false;
        socket.on('error', () => {});
        socket.on('data', (part) => {
          const content = isDone ? undefined : read(part);
          if (content === undefined) return;
          isDone = true;
          if (content === 'unknown') return void answer(socket, faults, 'UNKNOWN COMMAND');
          if (content === 'too large') return void answer(socket, faults, 'INSTREAM size limit exceeded. ERROR');
          void answer(socket, faults, content.includes(eicar) ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK');
        });
      }),
  };
}
