import type { S3Client } from '@aws-sdk/client-s3';
import type { Config } from '#platform/config/config.ts';
import { checkKey, type ObjectStore } from './storage.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

/** Files in a bucket of S3 or of a server that speaks its protocol. The SDK is loaded with the first use: it is large, and most markets have none. */
export function s3Store(settings: NonNullable<Config['s3']>): ObjectStore {
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        endpoint: settings.endpoint,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
        // Otherwise the SDK wraps the body in checksum frames, which compatible servers store as part of the file.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: 3,
      }),
    }));
    return opened;
  };
  return {
    async put(key, bytes, contentType) {
      const { sdk, client } = await open();
      await client.send(
        new sdk.PutObjectCommand({
          Bucket: settings.bucket,
          Key: checkKey(key),
          Body: bytes,
          ContentType: contentType,
          ContentLength: bytes.byteLength,
        }),
      );
    },
    async get(key) {
      const { sdk, client } = await open();
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket: settings.bucket, Key: checkKey(key) }));
        if (!found.Body) return null;
        const bytes = new Uint8Array(await found.Body.transformToByteArray());
        return { bytes, contentType: found.ContentType ?? 'application/octet-stream' };
      } catch (error) {
        if (error instanceof sdk.NoSuchKey || (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return null;
        throw error;
      }
    },
    async remove(key) {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: settings.bucket, Key: checkKey(key) }));
    },
  };
}
