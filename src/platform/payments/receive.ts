import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import * as z from 'zod';
import { defineEvent } from '#platform/outbox/events.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { purchaseIn } from './purchase-metadata.ts';

const hint = z.string().nullable().default(null);

/** A reference to a Stripe event's object. Handlers read the object's state from Stripe. */
export const stripeEventRef = z.object({
  type: z.string(),
  objectId: hint,
  /** The connected account, or null for the platform's own. Events stored by older processes have none. */
  account: hint,
  /** From the object's metadata. `orderId`: for processes of an earlier release. */
  orderId: hint,
  purchaseId: hint,
  customerId: hint,
});
export type StripeEventRef = z.output<typeof stripeEventRef>;

/** A Stripe event, stored for the first time. */
export const stripeReceived = defineEvent('stripe.received', stripeEventRef);

/** Stores new events and publishes each once. Returns the number of new ones. */
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
        tx.append(stripeReceived, { subject: event.id, version: 0, topics: [], data: refOf(event) });
    }
    return added.length;
  });
}

function refOf(event: Stripe.Event): z.input<typeof stripeEventRef> {
  const object = event.data.object as { id?: unknown; customer?: unknown; metadata?: Record<string, unknown> | null };
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    type: event.type,
    objectId: text(object.id),
    account: event.account ?? null,
    orderId: text(object.metadata?.orderId),
    purchaseId: purchaseIn(object.metadata),
    customerId: text(object.customer),
  };
}
