import type { Config } from '../src/platform/config/config.ts';
import { ConfigError } from '../src/platform/config/config.ts';
import { checkStorage } from '../src/platform/storage/check.ts';
import { moveFiles } from '../src/platform/storage/move.ts';
import { filesFolder } from '../src/platform/storage/open.ts';
import { s3Store } from '../src/platform/storage/s3-store.ts';

export interface StorageTask {
  to: 's3' | 'folder';
  prune: boolean;
}

/** The operator's words as a move of the files; null where they are about something else or not complete. */
export function readStorageTask([noun, verb, target, ...rest]: readonly string[]): StorageTask | null {
  if (noun !== 'storage' || verb !== 'move') return null;
  if (target !== 'to-s3' && target !== 'to-folder') return null;
  if (rest.length > 1 || (rest.length === 1 && rest[0] !== '--prune')) return null;
  return { to: target === 'to-s3' ? 's3' : 'folder', prune: rest.length === 1 };
}

/**
 * Copies the files between the folder of `DATA_DIR` and the bucket of the S3 settings, whichever of the two the market
 * uses now.
 */
export async function runStorageTask(
  { to, prune }: StorageTask,
  config: Pick<Config, 's3' | 'dataDir'>,
  say: (line: string) => void,
): Promise<void> {
  if (!config.s3)
    throw new ConfigError(['Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY first.']);
  const folder = filesFolder(config);
  const bucket = s3Store(config.s3);
  const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder];
  await checkStorage(target, to === 's3' ? config : { ...config, s3: null });
  const report = await moveFiles(source, target, {
    prune,
    say: ({ copied, already }) => say(`${copied + already} files checked…`),
  });
  say(
    `All files of ${source.place} are now in ${target.place}, compared by content: ${report.files} files, ${report.bytes.toLocaleString('en')} bytes.`,
  );
  say(`Copied: ${report.copied}. Already there: ${report.already}.`);
  if (report.strays > 0) say(strayLine(report.strays, prune));
  say(`${source.place} was not changed.`);
}

function strayLine(strays: number, prune: boolean): string {
  if (prune) return `Removed files that are not in the source: ${strays}.`;
  return `Files that are not in the source: ${strays}. These are photos deleted since an earlier move, or files of other programs. Use --prune to remove them.`;
}
