import type { Platform } from '#platform/platform.ts';
import type { TestMarket } from '#testing/server.ts';

/**
 * A process beside the market, whose lists of transfers and reversals at Stripe are empty, or after which something
 * else happens before it goes on.
 */
export function withStripeLists(
  platform: Platform,
  { isEmptyAtFirst = false, after }: { isEmptyAtFirst?: boolean; after?: () => Promise<void> },
): Platform {
  const { payments } = platform;
  const { transfers } = payments.stripe;
  let reads = 0;
  const read = async function* <T>(found: AsyncIterable<T>) {
    reads++;
    if (!(isEmptyAtFirst && reads === 1)) yield* found;
    await after?.();
  };
  const own = Object.create(transfers, {
    list: { value: (...all: Parameters<typeof transfers.list>) => read(transfers.list(...all)) },
    listReversals: {
      value: (...all: Parameters<typeof transfers.listReversals>) => read(transfers.listReversals(...all)),
    },
  });
  const stripe = Object.create(payments.stripe, { transfers: { value: own } });
  return { ...platform, payments: { ...payments, stripe } };
}

/** Stripe forgets the keys of calls, as after a day. */
export const forgetKeys = ({ platform }: Pick<TestMarket, 'platform'>) =>
  platform.pool.query('delete from sandbox_stripe_idempotency');
