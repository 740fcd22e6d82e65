import { createHash } from 'node:crypto';
import { contentTypeOf, type ObjectStore } from './storage.ts';

export interface MoveReport {
  /** Files that the source holds at the end. */
  files: number;
  /** Their sizes together, in bytes. */
  bytes: number;
  copied: number;
  /** Found in the target with the same content: of an earlier try. */
  already: number;
  /** In the target and not, or no longer, in the source; removed where that was asked for. */
  strays: number;
}

/** Files on their way at once. */
const limiters = 8;

/**
 * Makes `to` hold every file of `from` (which keeps its own), each read back and compared by its SHA-256. May be ended
 * at any moment and started again: what is there already with the same content is not written again. Files that come
 * meanwhile are carried too, until a look finds no new one. `prune` removes from `to` what `from` does not hold. Throws
 * where a file does not arrive whole.
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
    await inLimiters(from.list(), async ({ key }) => {
      if (seen.has(key)) return;
      seen.add(key);
      found++;
      const outcome = await carry(from, to, key);
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
      `${lacking.length} files did not arrive in ${to.place}, ${lacking[0]?.[0]} among them. Start the move again.`,
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

async function carry(from: ObjectStore, to: ObjectStore, key: string): Promise<'copied' | 'already' | 'gone'> {
  const file = await from.get(key);
  // Removed by the market since it was listed.
  if (!file) return 'gone';
  const wanted = sha256(file.bytes);
  const before = await to.get(key);
  if (before && sha256(before.bytes) === wanted) return 'already';
  await to.put(key, file.bytes, contentTypeOf(key));
  const after = await to.get(key);
  if (!after || sha256(after.bytes) !== wanted)
    throw new Error(`${key} did not arrive whole in ${to.place}. Start the move again.`);
  return 'copied';
}

async function inLimiters<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const under = new Set<Promise<void>>();
  for await (const item of items) {
    const one = work(item).finally(() => under.delete(one));
    // Its failure is met below, where it is waited for.
    one.catch(() => {});
    under.add(one);
    if (under.size >= limiters) await Promise.race(under);
  }
  await Promise.all(under);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
