import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

const hint = z.string().nullable().default(null);

/** What is taken from Stripe's news: where to look. What happened is read from Stripe when a room follows it. */
export const stripeUpdates = z.object({
  type: z.string(),
  objectId: hint,
  /**
   * Whose news: an account connected to the market's own, or null for the market's own. Events that an older process
   * stored have none.
   */
  account: hint,
  /** From the object's metadata. */
  orderId: hint,
  customerId: hint,
});
export type StripeUpdates = z.output<typeof stripeUpdates>;

/** One event of Stripe, stored for the first time. */
export const stripeReceived = defineEvent('stripe.received', stripeUpdates);

/** Stores the events that are new and tells the rooms about each once. Answers how many were new. */
export async function receiveEvents(
  platform: Platform,
  events: readonly Stripe.Event[],
  via: 'webhook' | 'reconcile',
): Promise<number> {
  if (events.length === 0) return 0;
  const rows = JSON.stringify(
    events.map(({ id, type, created, account }) => ({ id, type, created, account: account ?? null })),
  );
  return write(platform, async (tx) => {
    const { rows: added } = await tx.db.execute<{ id: string }>(sql`
      insert into stripe_event (id, type, created_at, received_at, via, account)
      select id, type, to_timestamp(created), ${platform.clock.now()}, ${via}, account
      from jsonb_to_recordset(${rows}::jsonb) as e(id text, type text, created bigint, account text)
      order by id
      on conflict (id) do nothing returning id`);
    const fresh = new Set(added.map((row) => row.id));
    for (const event of events) {
      if (fresh.delete(event.id))
        tx.append(stripeReceived, { subject: event.id, version: 0, topics: [], data: updatesOf(event) });
    }
    return added.length;
  });
}

function updatesOf(event: Stripe.Event): z.input<typeof stripeUpdates> {
  const object = event.data.object as { id?: unknown; customer?: unknown; metadata?: Record<string, unknown> | null };
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    type: event.type,
    objectId: text(object.id),
    account: event.account ?? null,
    orderId: text(object.metadata?.orderId),
    customerId: text(object.customer),
  };
}
