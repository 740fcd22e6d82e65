import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import type { ObjectStore } from './storage.ts';

/** The configured bucket, else a folder in `DATA_DIR`. */
export function openStorage(config: Pick<Config, 's3' | 'dataDir'>): ObjectStore {
  return config.s3 ? s3Store(config.s3) : filesFolder(config);
}

/** The folder of a server without a bucket. */
export function filesFolder(config: Pick<Config, 'dataDir'>): ObjectStore {
  return folderStore(join(config.dataDir, 'files'));
}
