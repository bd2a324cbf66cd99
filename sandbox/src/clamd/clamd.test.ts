import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox } from '../test-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.stop());

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

function chunk(content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(content)]);
}

async function say(...parts: (Buffer | string)[]): Promise<string> {
  const socket = connect(Number(new URL(addressOf(sandbox, 'clamd')).port), 'localhost');
  for (const part of parts) socket.write(part);
  return text(socket);
}

it('finds nothing in what has nothing, and the test file in whatever chunks it comes', async () => {
  expect(await say('zINSTREAM\0', chunk('a paper'), chunk(''))).toBe('stream: OK\0');
  expect(await say('zINST', 'REAM\0', chunk('a'), chunk(eicar.slice(0, 10)), chunk(eicar.slice(10)), chunk(''))).toBe(
    'stream: Win.Test.EICAR_HDB-1 FOUND\0',
  );
});

it('knows one command, and no stream beyond its limit', async () => {
  expect(await say('zSHUTDOWN\0')).toBe('UNKNOWN COMMAND\0');
  const length = Buffer.from([0x7f, 0xff, 0xff, 0xff]);
  expect(await say('zINSTREAM\0', length)).toBe('INSTREAM size limit exceeded. ERROR\0');
});
