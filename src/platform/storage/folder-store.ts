import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkKey, contentTypeOf, isKey, type ObjectStore } from './storage.ts';

/** Files in a local folder. */
export function folderStore(folder: string): ObjectStore {
  const incoming = join(folder, '.incoming');
  return {
    place: `the folder ${folder}`,
    async put(key, bytes) {
      const target = join(folder, checkKey(key));
      await mkdir(incoming, { recursive: true });
      await mkdir(dirname(target), { recursive: true });
      // Written to a temporary file and renamed: a crash leaves the old file or the new one, never a partial one.
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
      const bytes = await readFile(join(folder, checkKey(key))).catch(orElse(null));
      return bytes && { bytes, contentType: contentTypeOf(key) };
    },
    async remove(key) {
      await rm(join(folder, checkKey(key)), { force: true });
    },
    list: () => filesUnder(folder, ''),
  };
}

async function* filesUnder(folder: string, prefix: string): AsyncIterable<{ key: string; size: number }> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(orElse([]));
  for (const entry of entries) {
    const key = prefix + entry.name;
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* filesUnder(folder, `${key}/`);
    else if (entry.isFile() && isKey(key)) {
      const found = await stat(join(folder, key)).catch(orElse(null));
      if (found) yield { key, size: found.size };
    }
  }
}

/** The value for a file or folder that does not exist. */
function orElse<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}

/** The rename survives a power cut only after fsync of the folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
