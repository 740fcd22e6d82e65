import { addMs } from '#kernel/time.ts';
import { sweepRows } from '#platform/db/sweep-rows.ts';
import type { Platform } from '#platform/platform.ts';
import { visitorCartMs } from '../model/cart-cookie.server.ts';

/** Deletes the carts of visitors whose cookies have ended, with their lines. A member's cart stays. */
export async function sweepCarts({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'cart', 'token_hash is not null and touched_at < $1', [addMs(clock.now(), -visitorCartMs)]);
}
