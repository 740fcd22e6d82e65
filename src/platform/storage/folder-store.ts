import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { checkKey, type ObjectStore } from './storage.ts';

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.json': 'application/json',
  '.csv': 'text/csv; charset=utf-8',
  '.zip': 'application/zip',
};

/** Files in a folder of this machine. The kind of content follows from the key's ending, which is ours. */
export function folderStore(folder: string): ObjectStore {
  const incoming = join(folder, '.incoming');
  return {
    async put(key, bytes) {
      const target = join(folder, checkKey(key));
      await mkdir(incoming, { recursive: true });
      await mkdir(dirname(target), { recursive: true });
      // Written beside and moved in: a crash leaves the old file or the new one, never half of one.
      const draft = join(incoming, randomBytes(12).toString('hex'));
      try {
        const file = await open(draft, 'wx', 0o640);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, target);
        await syncFolder(dirname(target));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key) {
      try {
        const bytes = await readFile(join(folder, checkKey(key)));
        return { bytes, contentType: types[extname(key)] ?? 'application/octet-stream' };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(key) {
      await rm(join(folder, checkKey(key)), { force: true });
    },
  };
}

/** The move itself is only safe from a power cut once the folder that holds the name is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
