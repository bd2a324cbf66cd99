import { Readable } from 'node:stream';
import type { SentFile } from '@headhaul/contracts/http/endpoint';
import type { FastifyReply } from 'fastify';

/** Of a file: no script of it runs, and nobody frames it. Our own pages show its bytes from a `blob:` address. */
export const filePolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/**
 * Sends a user's file so that it can do no harm: the browser must not guess another type, and its name can't break out of the header.
 */
export function sendFile(reply: FastifyReply, { content, contentType, fileName, isInline }: SentFile): FastifyReply {
  const plainName = fileName.replace(/[^\w .()-]/g, '_');
  const disposition = isInline ? 'inline' : 'attachment';
  void reply
    .header('content-type', contentType)
    .header('content-disposition', `${disposition}; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', filePolicy);
  if (content instanceof Uint8Array) return reply.send(Buffer.from(content));
  return reply.send(content instanceof Readable ? content : Readable.from(content));
}
