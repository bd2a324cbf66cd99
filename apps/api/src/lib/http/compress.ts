import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import type { FastifyReply } from 'fastify';

/** Smaller answers save no network packet. Our answers are normally below the maximum, and larger ones leave uncompressed to save CPU. */
const leastBytes = 1_024;
const mostBytes = 1_048_576;
/** How many of the four libuv threads to use. Files, DNS lookups and pictures need the others. */
const mostAtOnce = 2;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** At these levels a page of a list takes less than a millisecond, outside the event loop. */
const encoders = {
  br: (bytes: Buffer): Promise<Buffer> =>
    brotli(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes: Buffer): Promise<Buffer> => gzipped(bytes, { level: 4 }),
};

/** The best of our encodings that the client accepts. `q=0` means not accepted. */
export function chooseEncoding(accepted: string): keyof typeof encoders | undefined {
  const taken = accepted.split(',').flatMap((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (['br', 'gzip'] as const).find((name) => taken.includes(name));
}

let underWay = 0;

/**
 * Compresses an answer if its contract allows it (decision 0034). Requests do not queue here: if two answers are being
 * compressed already, the next one leaves uncompressed.
 */
export async function compress(endpoint: Endpoint, reply: FastifyReply, body: string): Promise<Buffer | string> {
  if (!endpoint.isCompressed || endpoint.method !== 'GET') return body;
  const vary = reply.getHeader('vary');
  void reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  const encoding = chooseEncoding(String(reply.request.headers['accept-encoding'] ?? ''));
  const length = Buffer.byteLength(body);
  if (encoding === undefined || length < leastBytes || length > mostBytes || underWay >= mostAtOnce) return body;
  underWay += 1;
  try {
    const bytes = await encoders[encoding](Buffer.from(body));
    void reply.header('content-encoding', encoding);
    return bytes;
  } finally {
    underWay -= 1;
  }
}
