import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { isRefusal } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { type Api, refusals } from '../http/requests/api.ts';
import { json } from '../http/responses/answers.ts';
import { paymentSecurity } from './payments.security.ts';
import { receiveEvents } from './receive.ts';

/** Where Stripe sends its news. */
export const webhookPath = '/api/stripe/webhook';

// The body is described in words only: it must reach the signature check as the bytes that were sent.
const webhookRoute = createRoute({
  method: 'post',
  path: webhookPath,
  tags: ['Payments'],
  summary:
    'For Stripe alone: an event as JSON, signed in the header `Stripe-Signature`. Each event counts once, however often it is sent.',
  responses: {
    200: json(z.object({ received: z.boolean() }), 'The event is stored.'),
    ...refusals(400, 413),
  },
});

/**
 * `POST /api/stripe/webhook`. Answers as soon as the event's id is stored; what follows is done by the rooms that hear
 * of its type. An event of the other mode is acknowledged and forgotten, or Stripe would send it for three days.
 */
export function addStripeWebhook(api: Api, platform: Platform): void {
  api.openapi(webhookRoute, async (c) => {
    // Reading it as text would drop a byte order mark, and the signature is over the bytes.
    const body = Buffer.from(await c.req.arrayBuffer()).toString('utf8');
    const event = await platform.payments
      .verifyWebhook(body, c.req.header('stripe-signature'))
      .catch((error: unknown) => {
        if (isRefusal(error))
          platform.security.note(paymentSecurity.webhookRefused, { outcome: 'refused', code: error.code });
        throw error;
      });
    if (event.livemode === platform.payments.livemode) await receiveEvents(platform, [event], 'webhook');
    return c.json({ received: true }, 200);
  });
}
