import type { S3Client } from '@aws-sdk/client-s3';
import { Refusal } from '#kernel/refusal.ts';
import type { Config } from '#platform/config/config.ts';
import { checkKey, isKey, type ObjectStore, ownFolders } from './storage.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

/**
 * Files in a bucket of S3 or a compatible server. The SDK is loaded at the first use: it is large, and most servers
 * have no bucket.
 */
export function s3Store(settings: NonNullable<Config['s3']>, listedAtOnce = 1_000): ObjectStore {
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        endpoint: settings.endpoint,
        region: settings.region,
        forcePathStyle: true,
        credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
        // Otherwise the SDK wraps the body in checksum frames, which compatible servers store as part of the file.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 3,
        // Without timeouts a store that hangs would hold each request for minutes.
        requestHandler: { connectionTimeout: 3_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
      }),
    }));
    return opened;
  };
  return {
    place: `the bucket ${settings.bucket} at ${new URL(settings.endpoint).host}`,
    async put(key, bytes, contentType) {
      const { sdk, client } = await open();
      await orUnavailable(
        client.send(
          new sdk.PutObjectCommand({
            Bucket: settings.bucket,
            Key: checkKey(key),
            Body: bytes,
            ContentType: contentType,
            ContentLength: bytes.byteLength,
          }),
        ),
      );
    },
    async get(key) {
      const { sdk, client } = await open();
      try {
        const found = await orUnavailable(
          client.send(new sdk.GetObjectCommand({ Bucket: settings.bucket, Key: checkKey(key) })),
        );
        if (!found.Body) return null;
        const bytes = new Uint8Array(await orUnavailable(found.Body.transformToByteArray()));
        return { bytes, contentType: found.ContentType ?? 'application/octet-stream' };
      } catch (error) {
        // A missing bucket is not a missing file.
        if (error instanceof sdk.NoSuchKey) return null;
        throw error;
      }
    },
    async remove(key) {
      const { sdk, client } = await open();
      await orUnavailable(client.send(new sdk.DeleteObjectCommand({ Bucket: settings.bucket, Key: checkKey(key) })));
    },
    async *list() {
      const { sdk, client } = await open();
      for (const folder of ownFolders) {
        let from: string | undefined;
        do {
          const page = await orUnavailable(
            client.send(
              new sdk.ListObjectsV2Command({
                Bucket: settings.bucket,
                Prefix: `${folder}/`,
                MaxKeys: listedAtOnce,
                ContinuationToken: from,
              }),
            ),
          );
          for (const { Key: key = '', Size: size = 0 } of page.Contents ?? []) if (isKey(key)) yield { key, size };
          from = page.IsTruncated ? page.NextContinuationToken : undefined;
        } while (from !== undefined);
      }
    },
  };
}

/**
 * Turns an unavailable store into a refusal (503 `files_away`) with the error as its `cause`. Errors of a store that
 * answers are rethrown.
 */
async function orUnavailable<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (status !== undefined && status < 500) throw error;
    throw Object.assign(
      new Refusal(503, 'files_away', 'Photos are unavailable right now. Try again in a minute.', {
        retryAfterSeconds: 30,
      }),
      {
        cause: error,
      },
    );
  }
}
