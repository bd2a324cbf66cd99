import { Readable } from 'node:stream';
import type { SentFile } from '@headhaul/contracts/http/endpoint';
import type { FastifyReply } from 'fastify';

/**
 * Somebody's file, sent so that it can do nothing here: its own type and no other, no script, no frame but ours, and a name that
 * can't break out of the header.
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
