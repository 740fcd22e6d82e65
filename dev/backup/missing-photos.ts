import type pg from 'pg';
import { plural } from '../../src/kernel/format.ts';
import { ConfigError } from '../../src/platform/config/config.ts';
import type { ObjectStore } from '../../src/platform/storage/storage.ts';

/**
 * Refuses (`ConfigError`) where members have uploaded photos and the store of the settings holds none of any kind: the
 * market's own settings are somewhere else, and the backup would look whole. A store that holds some is taken at its
 * word.
 */
export async function refuseWithoutPhotos(pool: Pick<pg.Pool, 'query'>, storage: ObjectStore): Promise<void> {
  for await (const _file of storage.list()) return;
  const { rows } = await pool.query<{ photos: number }>(
    "select ((select count(*) from listing_photo where kind = 'upload') + (select count(*) from thread_photo) + (select count(*) from profile where avatar_url is not null))::int as photos",
  );
  const photos = rows[0]?.photos ?? 0;
  if (photos === 0) return;
  throw new ConfigError([
    `The database has ${plural(photos, { one: '# photo', other: '# photos' })}, but ${storage.place} has no files. Set DATA_DIR or the S3 settings of the site, ` +
      'or add --without-photos and copy the photos separately.',
  ]);
}
