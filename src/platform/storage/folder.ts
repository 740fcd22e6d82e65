import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentTypeOf, requireKey } from './keys.ts';
import type { ObjectStore } from './storage.ts';

/** Files in a folder of this machine. A file appears whole or not at all, and is on the disk when `put` resolves. */
export function openFolder(root: string): ObjectStore {
  return {
    put: async (key, bytes) => {
      const path = join(root, requireKey(key));
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${randomUUID()}.draft`;
      const file = await open(draft, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, path);
    },
    get: async (key) => {
      try {
        return { bytes: await readFile(join(root, requireKey(key))), contentType: contentTypeOf(key) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    remove: async (key) => rm(join(root, requireKey(key)), { force: true }),
  };
}
