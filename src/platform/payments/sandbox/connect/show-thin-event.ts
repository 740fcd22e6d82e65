import type { StripeObject } from '../objects.ts';

/** As the webhook sends it, and the API lists it. */
export function showThinEvent(event: StripeObject): Record<string, unknown> {
  return { ...event, created: new Date(event.created * 1_000).toISOString() };
}
