import { sql } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { networkOfAddress } from '#platform/http/count-act.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { adsLimits } from './model/ads.limits.ts';

/**
 * Counts a view or a press of an ad for the day. Only the number is stored. The limit stores a keyed hash of the
 * network for an hour, so that a script cannot inflate the count. An ad that does not run, or does not exist, counts
 * nothing.
 */
export async function countAd(
  platform: Platform,
  what: 'shown' | 'pressed',
  id: string,
  address: string,
): Promise<void> {
  if (!isId(id)) return;
  const place = networkOfAddress(address);
  if (place !== null && !(await platform.limits.take(adsLimits[what], place)).allowed) return;
  const now = platform.clock.now();
  const [shown, pressed] = what === 'shown' ? [1, 0] : [0, 1];
  await write(platform, (tx) =>
    tx.db.execute(sql`
      insert into ad_count (ad_id, day, shown, pressed)
      select id, (${now}::timestamptz at time zone 'UTC')::date, ${shown}, ${pressed} from ad where id = ${id} and starts_at <= ${now} and ends_at > ${now}
      on conflict (ad_id, day) do update set shown = ad_count.shown + excluded.shown, pressed = ad_count.pressed + excluded.pressed`),
  );
}
