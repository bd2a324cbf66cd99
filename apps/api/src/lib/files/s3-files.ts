import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Env } from '../env.ts';
import { AppError } from '../errors.ts';
import type { FileStore, ListedFile } from './file-store.ts';

const partBytes = 8 * 1024 * 1024;

/** Any store with an S3 API. The AWS SDK finds the credentials in the environment or in the role of the machine. */
export function openBucket(env: Extract<Env, { FILES_STORE: 's3' }>): FileStore {
  const { FILES_S3_BUCKET: Bucket, FILES_S3_ENDPOINT: endpoint, FILES_S3_REGION: region } = env;
  const client = new S3Client({
    region,
    // Stores other than Amazon have one address for all buckets, with the bucket name in the path.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // These stores do not support the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
  });

  async function* list(folder: string): AsyncGenerator<ListedFile> {
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: folder })) {
      for (const { Key, Size = 0, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified) yield { key: Key, bytes: Size, modifiedAt: LastModified };
      }
    }
  }

  return {
    async put(key, content, { contentType }) {
      // Upload in parts, so that an export of unknown size need not fit into memory. A small file goes in one request.
      const upload = new Upload({
        client,
        params: { Bucket, Key: key, Body: content, ContentType: contentType },
        partSize: partBytes,
        queueSize: 2,
      });
      await upload.done().catch(refuse);
    },
    async get(key) {
      try {
        const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
        return Body ? { content: Body as Readable, bytes: ContentLength } : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw refuse(error);
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch(refuse);
    },
    list,
    close: () => client.destroy(),
  };
}

function refuse(cause: unknown): never {
  throw new AppError('unavailable', {
    detail: 'The file store does not answer. Please try again in a moment.',
    reason: `file store: ${cause instanceof Error ? cause.message : 'unknown'}`,
    cause,
  });
}
