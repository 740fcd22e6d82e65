import type pg from 'pg';
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
    `The database speaks of ${photos.toLocaleString('en')} photos, and ${storage.place} holds no file. Give the market's own DATA_DIR, or its S3_ settings; ` +
      'or add --without-photos, and copy the photos some other way',
  ]);
}
