import { createServer } from 'node:http';
import { findFreePorts } from '@headhaul/test-servers/free-ports';
import type { Stage } from '../lib/stage.ts';

export interface TraceReceiver {
  endpoint: string;
  /** All exported bodies, unchanged. */
  bodies: readonly string[];
  countSpans(): number;
}

/** An OTLP/HTTP collector that keeps everything it receives. */
export async function startTraceReceiver(stage: Stage): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await findFreePorts(1);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, 'localhost', resolve));
  stage.defer(async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    endpoint: `http://localhost:${port}`,
    bodies,
    countSpans: () => bodies.reduce((count, body) => count + body.split('"spanId"').length - 1, 0),
  };
}
