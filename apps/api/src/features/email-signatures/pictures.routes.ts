import { AppError } from '../../lib/errors.ts';
import { fileKey } from '../../lib/files/files.ts';
import { isKnownTag } from '../../lib/http/etag.ts';
import type { App } from '../../lib/http/implement.ts';
import { filePolicy } from '../../lib/http/send-file.ts';
import { networkOf } from '../../lib/net/client-address.ts';
import { picturePath } from '../email-templates/clean-html.service.ts';

const yearSeconds = 31_536_000;

/**
 * Serves signature pictures to readers of the mail. It is outside of the API: no session, no cookie, only PNG pictures, which no page
 * of any origin can run as something else.
 */
export function signaturePictureRoutes({ server, platform }: App): void {
  server.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/i/:file',
    handler: async (request, reply) => {
      await platform.limits.take('pages', networkOf(request.ip));
      const key = picturePath.exec(`/i/${request.params.file}`)?.[1];
      if (key === undefined) throw new AppError('not_found');
      const row = await platform.db.global
        .selectFrom('signature_images')
        .where('image_key', '=', key)
        .select(['belongs_to', 'bytes'])
        .executeTakeFirst();
      if (!row) throw new AppError('not_found');
      // A picture never changes: every upload gets a new random key.
      const tag = `"${key}"`;
      void reply
        .header('etag', tag)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', filePolicy)
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', `public, max-age=${yearSeconds}, immutable`);
      if (isKnownTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
      const stored = await platform.files.get(fileKey(row.belongs_to, 'signatures', key));
      if (!stored) {
        void reply.removeHeader('etag');
        throw new AppError('not_found');
      }
      void reply.header('content-type', 'image/png').header('content-length', stored.bytes);
      if (request.method !== 'HEAD') return reply.send(stored.content);
      stored.content.destroy();
      return reply.send();
    },
  });
}
