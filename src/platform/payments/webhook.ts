import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { isRefusal } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { type Api, refusals } from '../http/requests/api.ts';
import { json } from '../http/responses/answers.ts';
import { paymentSecurity } from './payments.security.ts';
import { receiveEvents } from './receive.ts';

/** The path of Stripe's webhook. */
export const webhookPath = '/api/stripe/webhook';

// The body has no schema: the signature check needs the raw bytes.
const webhookRoute = createRoute({
  method: 'post',
  path: webhookPath,
  tags: ['Payments'],
  summary:
    'Receives events from Stripe as JSON, signed in the header `Stripe-Signature`. A repeated event has no effect.',
  responses: {
    200: json(z.object({ received: z.boolean() }), 'The event is stored.'),
    ...refusals(400, 413),
  },
});

/**
 * `POST /api/stripe/webhook`. Answers after the event's id is stored; the features that handle its type process it in
 * jobs. An event of the other mode is acknowledged and dropped, since Stripe would retry it for three days.
 */
export function addStripeWebhook(api: Api, platform: Platform): void {
  api.openapi(webhookRoute, async (c) => {
    // `text()` would drop a byte order mark, and the signature covers the bytes.
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
