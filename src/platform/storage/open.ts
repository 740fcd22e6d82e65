import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { openFolder } from './folder.ts';
import type { ObjectStore } from './storage.ts';

/** The store that the configuration names; a folder in `DATA_DIR` by default. */
export function openStorage(config: Pick<Config, 's3' | 'dataDir'>): ObjectStore {
  return openFolder(join(config.dataDir, 'files'));
}
