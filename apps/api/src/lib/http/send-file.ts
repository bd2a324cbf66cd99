import { Readable } from 'node:stream';
import type { SentFile } from '@headhaul/contracts/http/endpoint';
import type { FastifyReply } from 'fastify';

/**
 * Sends a user's file so that it can do no harm: the browser must not guess another type, scripts do not run, only our own pages
 * may frame it (x-frame-options, set by helmet), and its name can't break out of the header.
 */
export function sendFile(reply: FastifyReply, { content, contentType, fileName, isInline }: SentFile): FastifyReply {
  const plainName = fileName.replace(/[^\w .()-]/g, '_');
  const disposition = isInline ? 'inline' : 'attachment';
  void reply
    .header('content-type', contentType)
    .header('content-disposition', `${disposition}; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (content instanceof Uint8Array) return reply.send(Buffer.from(content));
  return reply.send(content instanceof Readable ? content : Readable.from(content));
}
