import Stripe from 'stripe';
import { Refusal } from '#kernel/refusal.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Payments } from './payments.ts';
import { type CallTurn, inTurn } from './rate-limit/call-turns.ts';
import { fromThin, isThin, type ReceivedEvent } from './webhook-thin.ts';

export interface StripeSettings {
  secretKey: string;
  /** One secret, or two separated by a comma during a rotation. */
  webhookSecret: string;
  /** Null: Stripe's own address. Otherwise a base address, which may have a path like the sandbox's. */
  apiBase: string | null;
  /** Timeout of a call. Short, since a person waits for some of them; the SDK retries once. */
  timeoutMs?: number;
}

const toleranceMs = 300_000;

/** `turn`: waits until Stripe may be called, where its rate limit counts. */
export function createPayments(options: StripeSettings, clock: Clock, turn?: CallTurn): Payments {
  const stripe = new Stripe(options.secretKey, {
    timeout: options.timeoutMs ?? 5_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(turn && { httpClient: inTurn(Stripe.createNodeHttpClient(), turn) }),
    ...(options.apiBase === null ? {} : addressOf(options.apiBase)),
  });
  const secrets = options.webhookSecret
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  return {
    stripe,
    livemode: /^(sk|rk)_live_/.test(options.secretKey),
    async verifyWebhook(rawBody, signature) {
      const now = clock.now().getTime();
      // The SDK refuses old signatures only; a future one would stay valid for longer than the tolerance.
      const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1]) * 1000;
      if (!(signedAt <= now + toleranceMs)) throw badSignature();
      for (const secret of secrets) {
        try {
          const given = [rawBody, signature ?? '', secret, toleranceMs / 1000, undefined, now] as const;
          return checkedEvent(
            isThin(rawBody)
              ? fromThin(await stripe.parseEventNotificationAsync(...given))
              : await stripe.webhooks.constructEventAsync(...given),
          );
        } catch {
          // The other secret of a rotation may match; the refusal below does not reveal the reason.
        }
      }
      throw badSignature();
    },
  };
}

function badSignature(): Refusal {
  return new Refusal(
    400,
    'bad_signature',
    'The Stripe signature is missing, invalid or too old. Check the signing secret of the webhook endpoint.',
  );
}

function checkedEvent(event: ReceivedEvent): ReceivedEvent {
  const { id, type, data } = event as Partial<ReceivedEvent>;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof data?.object !== 'object')
    throw new TypeError('not an event');
  return event;
}

/** The SDK supports host, port and protocol but no path, so an HTTP client adds the path of the base address. */
function addressOf(apiBase: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol' | 'httpClient'> {
  const url = new URL(apiBase);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  const prefix = url.pathname.replace(/\/+$/, '');
  const inner = Stripe.createNodeHttpClient();
  return {
    host: url.hostname,
    port: url.port || (protocol === 'http' ? '80' : '443'),
    protocol,
    httpClient: {
      getClientName: () => inner.getClientName(),
      makeRequest: (host, port, path, ...rest) => inner.makeRequest(host, port, prefix + path, ...rest),
    },
  };
}
