import { getPublicProfile } from '#features/members/index.server.ts';
import { hourMs } from '#kernel/time.ts';
import { type ReadThroughOptions, readThrough } from '#platform/cache/read-through.ts';
import { type Caller, countCostly } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import { type ShareWords, sharePicture, sharePictureWidth } from './share-picture.ts';

type Picture = Uint8Array<ArrayBuffer>;

/**
 * The picture that other sites show beside a link to a member's page, as WebP. Rendered at most once an hour while its
 * content does not change. Refuses an unknown member (404).
 */
export async function readSharePicture(platform: Platform, caller: Caller, memberId: string): Promise<Picture> {
  const { id, username, displayName, rating, ratingCount, totalSales, tier } = await getPublicProfile(
    platform.db,
    memberId,
    platform.clock.now(),
  );
  const words: ShareWords = {
    brand: (await platform.site.read()).brand.name,
    username,
    displayName,
    rating,
    ratingCount,
    totalSales,
    isPremium: tier === 'premium',
  };
  const cacheOptions: ReadThroughOptions<Picture> = {
    forMs: hourMs,
    tags: () => [],
    bytes: (picture) => picture.byteLength,
  };
  return readThrough(platform, `share picture ${id} ${JSON.stringify(words)}`, cacheOptions, async () => {
    await countCostly(platform, caller);
    const { sizes } = await platform.pictures.render(sharePicture(words), [sharePictureWidth]);
    const [rendered] = sizes;
    if (!rendered) throw new RangeError('a drawing has no size');
    return new Uint8Array(rendered.bytes);
  });
}
