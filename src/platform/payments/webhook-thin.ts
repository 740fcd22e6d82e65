import type Stripe from 'stripe';

/**
 * An event of either API as far as it is used: which kind, and of which object. Its state is read from Stripe. Events of
 * the v1 API contain the object as it was; the thin events of the v2 API only its id.
 */
export interface ReceivedEvent {
  id: string;
  type: string;
  /** Unix seconds. */
  created: number;
  livemode: boolean;
  /** The connected account; absent for the platform's own events. */
  account?: string | undefined;
  data: { object: object };
}

/** Whether a verified body is a thin event, which has another parser in the SDK. */
export function isThin(rawBody: string): boolean {
  return (JSON.parse(rawBody) as { object?: unknown }).object === 'v2.core.event';
}

/** A thin event. The platform's own: it names the connected account as its related object. */
export function fromThin(event: Stripe.V2.Core.EventNotification | Stripe.V2.Core.Event): ReceivedEvent {
  const related = 'related_object' in event ? event.related_object : null;
  return {
    id: event.id,
    type: event.type,
    created: Math.floor(Date.parse(event.created) / 1_000),
    livemode: event.livemode,
    data: { object: related && 'id' in related ? { id: related.id } : {} },
  };
}
