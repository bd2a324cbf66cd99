import type { FastifyReply } from 'fastify';

/** Whether a client that sent these tags has the version with this tag. A proxy that compresses may have made the tag a weak one. */
export function isKnownTag(tags: string | undefined, tag: string): boolean {
  return (tags ?? '').split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));
}

/** Whether the client has the answer already. Only a handler that sets a tag has answers that may be kept. */
export function hasCopy(reply: FastifyReply): boolean {
  const tag = reply.getHeader('etag');
  return typeof tag === 'string' && isKnownTag(reply.request.headers['if-none-match'], tag);
}
