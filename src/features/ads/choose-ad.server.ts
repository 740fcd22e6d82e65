import { asc, gt } from 'drizzle-orm';
import { minuteMs } from '#kernel/time.ts';
import { type ReadThroughOptions, readThrough } from '#platform/cache/read-through.ts';
import type { Platform } from '#platform/platform.ts';
import type { PlacedAd } from './contract.ts';
import { type AdRow, ad } from './model/ad.tables.ts';
import { adsTopic } from './model/ads.events.ts';
import { chooseAd } from './model/choose.rules.ts';
import { hostOf } from './model/link.rules.ts';

/** Ads that have not ended; `chooseAd` compares their times at each call. */
const notEnded: ReadThroughOptions<AdRow[]> = {
  forMs: 5 * minuteMs,
  tags: () => [adsTopic],
  bytes: (rows) => 100 + rows.length * 800,
};

/** The ad of a place now, or null. A page that shows it depends on `adsTopic`. */
export async function adFor(platform: Platform, place: string): Promise<PlacedAd | null> {
  const now = platform.clock.now();
  const rows = await readThrough(platform, 'ads', notEnded, () =>
    platform.db.select().from(ad).where(gt(ad.endsAt, now)).orderBy(asc(ad.id)),
  );
  const chosen = chooseAd(rows, place, now);
  return chosen && { id: chosen.id, text: chosen.text, host: hostOf(chosen.link), picture: chosen.picture };
}
