import { randomBytes } from 'node:crypto';
import { isRefusal } from '#kernel/refusal.ts';
import type { Config } from '#platform/config/config.ts';
import { ConfigError } from '#platform/config/config.ts';
import type { ObjectStore } from './storage.ts';

/**
 * Writes, reads and removes a file. Throws `ConfigError` naming the setting when the store cannot be used: better at
 * the start than at the first photo.
 */
export async function checkStorage(store: ObjectStore, config: Pick<Config, 's3' | 'dataDir'>): Promise<void> {
  const key = `checks/${randomBytes(12).toString('hex')}.json`;
  const bytes = new TextEncoder().encode('{"is":"a check at the start"}');
  let found: Awaited<ReturnType<ObjectStore['get']>>;
  try {
    await store.put(key, bytes, 'application/json');
    found = await store.get(key);
    await store.remove(key);
  } catch (error) {
    throw new ConfigError([problemOf(error, store, config)]);
  }
  if (!found || Buffer.compare(found.bytes, bytes) !== 0)
    throw new ConfigError([`${store.place} didn’t return the stored test file. Check the store and its settings.`]);
}

interface StoreFault {
  name?: string;
  code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

function problemOf(thrown: unknown, store: ObjectStore, { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): string {
  // The refusal has a message for visitors; the host needs its cause.
  const { name, code, message, $metadata } = ((isRefusal(thrown) && thrown.cause) || thrown) as StoreFault;
  if (!s3)
    return `DATA_DIR: Sleeved can’t write files to ${dataDir} (${code ?? message}). Check the permissions of the folder.`;
  if (name === 'NoSuchBucket')
    return `S3_BUCKET: the bucket ${s3.bucket} doesn’t exist at ${s3.endpoint}. Create it first.`;
  if (name === 'InvalidAccessKeyId')
    return `S3_ACCESS_KEY_ID: the store at ${s3.endpoint} doesn’t know this key. Check the key.`;
  if (name === 'SignatureDoesNotMatch')
    return `S3_SECRET_ACCESS_KEY: the store at ${s3.endpoint} rejects it. Check the key and S3_REGION.`;
  if ($metadata?.httpStatusCode === 403)
    return `S3_ACCESS_KEY_ID: this key needs permission to put, get and delete objects in ${s3.bucket} at ${s3.endpoint}.`;
  if ($metadata?.httpStatusCode === undefined)
    return `S3_ENDPOINT: no S3 store responds at ${s3.endpoint} (${code ?? name ?? message}). Check the address and the network.`;
  return `S3_ENDPOINT: ${store.place} can’t be used (${name}: ${message}).`;
}
