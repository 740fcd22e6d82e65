import { createRoute } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import * as z from 'zod';
import { Refusal } from '#kernel/refusal.ts';
import { type Api, refusals } from '#platform/http/api.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

const maxBytes = 1024 * 1024;

// The body is described in words only: it must reach the signature check as the bytes that were sent.
const webhookRoute = createRoute({
  method: 'post',
  path: '/api/stripe/webhook',
  tags: ['Payments'],
  summary: 'For Stripe alone: an event as JSON, signed in the header `Stripe-Signature`. Each event counts once, however often it is sent.',
  responses: {
    200: { description: 'The event is stored.', content: { 'application/json': { schema: z.object({ received: z.boolean() }) } } },
    ...refusals(400, 413),
  },
});

/**
 * `POST /api/stripe/webhook`. Answers as soon as the event's id is stored; what follows is done by the rooms that react to `stripe.received`.
 * An event of the other mode or of another account is acknowledged and forgotten, or Stripe would send it for three days.
 */
export function addStripeWebhook(api: Api, platform: Platform): void {
  api.openapi(webhookRoute, async (c) => {
    const declared = Number(c.req.header('content-length') ?? 0);
    // Reading it as text would drop a byte order mark, and the signature is over the bytes.
    const body = declared > maxBytes ? null : Buffer.from(await c.req.arrayBuffer()).toString('utf8');
    if (body === null || body.length > maxBytes) throw new Refusal(413, 'too_large', 'A webhook is never that large.');
    const event = await platform.payments.verifyWebhook(body, c.req.header('stripe-signature'));
    if (event.livemode === platform.payments.livemode && event.account == null) await receiveEvents(platform, [event], 'webhook');
    return c.json({ received: true }, 200);
  });
}

/** Stores the events that are new and tells the rooms about each once. Answers how many were new. */
export async function receiveEvents(platform: Platform, events: readonly Stripe.Event[], via: 'webhook' | 'reconcile'): Promise<number> {
  if (events.length === 0) return 0;
  const rows = JSON.stringify(events.map((event) => ({ id: event.id, type: event.type, created: event.created })));
  return write(platform, async (tx) => {
    const { rows: added } = await tx.db.execute<{ id: string }>(sql`
      insert into stripe_event (id, type, created_at, received_at, via)
      select id, type, to_timestamp(created), ${platform.clock.now()}, ${via} from jsonb_to_recordset(${rows}::jsonb) as e(id text, type text, created bigint)
      order by id
      on conflict (id) do nothing returning id`);
    const fresh = new Set(added.map((row) => row.id));
    for (const event of events) {
      if (!fresh.delete(event.id)) continue;
      tx.append({ kind: 'stripe.received', subject: event.id, version: 0, topics: [], data: { type: event.type, ...hintsOf(event) } });
    }
    return added.length;
  });
}

/** Where to look; nothing else of an event is used. */
function hintsOf(event: Stripe.Event): { objectId: string | null; orderId: string | null; customerId: string | null } {
  const object = event.data.object as { id?: unknown; customer?: unknown; metadata?: Record<string, unknown> | null };
  const orderId = object.metadata?.orderId;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { objectId: text(object.id), orderId: text(orderId), customerId: text(object.customer) };
}
