import { createHash } from 'node:crypto';
import { contentTypeOf, type ObjectStore } from './storage.ts';

export interface MoveReport {
  /** Files in the source at the end. */
  files: number;
  /** Their total size in bytes. */
  bytes: number;
  copied: number;
  /** Already in the target with the same content, from an earlier run. */
  already: number;
  /** In the target and not, or no longer, in the source; removed with `prune`. */
  strays: number;
}

/** Concurrent copies. */
const concurrency = 8;

/**
 * Copies every file of `from` (which is not changed) to `to`, each read back and compared by SHA-256. May be aborted
 * and run again: files with the same content are not written again. Files that are added meanwhile are copied too,
 * until a listing has no new one. `prune` removes files of `to` that `from` does not have. Throws when a file was not
 * copied correctly.
 */
export async function moveFiles(
  from: ObjectStore,
  to: ObjectStore,
  { prune = false, say = () => {} }: { prune?: boolean; say?: (report: MoveReport) => void } = {},
): Promise<MoveReport> {
  const report: MoveReport = { files: 0, bytes: 0, copied: 0, already: 0, strays: 0 };
  const seen = new Set<string>();
  for (let found = -1; found !== 0; ) {
    found = 0;
    await inParallel(from.list(), async ({ key }) => {
      if (seen.has(key)) return;
      seen.add(key);
      found++;
      const outcome = await copy(from, to, key);
      if (outcome !== 'gone') report[outcome]++;
      if ((report.copied + report.already) % 100 === 0) say(report);
    });
  }
  const held = new Map<string, number>();
  for await (const { key, size } of from.list()) held.set(key, size);
  const there = new Map<string, number>();
  for await (const { key, size } of to.list()) there.set(key, size);
  const lacking = [...held].filter(([key, size]) => there.get(key) !== size);
  if (lacking.length > 0)
    throw new Error(
      `${lacking.length} files are missing in ${to.place}, for example ${lacking[0]?.[0]}. Run the move again.`,
    );
  const strays = [...there.keys()].filter((key) => !held.has(key));
  if (prune) for (const key of strays) await to.remove(key);
  return {
    ...report,
    files: held.size,
    bytes: [...held.values()].reduce((sum, size) => sum + size, 0),
    strays: strays.length,
  };
}

async function copy(from: ObjectStore, to: ObjectStore, key: string): Promise<'copied' | 'already' | 'gone'> {
  const file = await from.get(key);
  // Removed since it was listed.
  if (!file) return 'gone';
  const wanted = sha256(file.bytes);
  const before = await to.get(key);
  if (before && sha256(before.bytes) === wanted) return 'already';
  await to.put(key, file.bytes, contentTypeOf(key));
  const after = await to.get(key);
  if (!after || sha256(after.bytes) !== wanted)
    throw new Error(`${key} is incomplete in ${to.place}. Run the move again.`);
  return 'copied';
}

async function inParallel<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const item of items) {
    const one = work(item).finally(() => running.delete(one));
    // Its failure is handled below, where it is awaited.
    one.catch(() => {});
    running.add(one);
    if (running.size >= concurrency) await Promise.race(running);
  }
  await Promise.all(running);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
