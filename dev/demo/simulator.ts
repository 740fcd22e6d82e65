import Stripe from 'stripe';
import type { Clock } from '#platform/clock/clock.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { stripeApi } from '#platform/payments/sandbox/api.ts';
import { type Buyer, paySession } from '#platform/payments/sandbox/charge.ts';
import { reviewAccounts } from '#platform/payments/sandbox/connect/account-review.ts';
import { hostedConnect } from '#platform/payments/sandbox/connect/hosted-connect.ts';
import { runPayouts } from '#platform/payments/sandbox/connect/payouts/run-payouts.ts';
import { Courier } from '#platform/payments/sandbox/courier.ts';
import { noFaults } from '#platform/payments/sandbox/faults.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * A hand that makes the market's past: use cases called on its platform happen at the moment that it stands at. Several
 * work side by side, each at a moment of its own; within one everything happens one after the other.
 */
export interface Simulator {
  platform: Platform;
  moveTo(moment: Date): void;
  now(): Date;
  /** A person presses Pay on the hosted page of this address. */
  pay(checkoutUrl: string, buyer: Buyer): Promise<void>;
  /** A person fills in the page of Stripe at this address, so that the account can be paid out. */
  onboard(url: string): Promise<void>;
  /** What Stripe has done up to this moment: accounts are reviewed, payouts are made and arrive. */
  settleStripe(): Promise<void>;
}

/**
 * Stands still until it is moved, back as well as forth. Timers are reckoned from the market's real clock: what would
 * have run out, is due.
 */
class MomentClock implements Clock {
  #moment: Date;
  readonly #real: Clock;

  constructor(real: Clock) {
    this.#real = real;
    this.#moment = real.now();
  }

  now(): Date {
    return new Date(this.#moment);
  }

  offsetMs(): number {
    return this.#real.offsetMs();
  }

  moveTo(moment: Date): void {
    this.#moment = moment;
  }
}

/**
 * `base` is the market's platform with a pool for this work. The simulator's Stripe is the sandbox's own API, called in this
 * process instead of over HTTP, at the simulator's moment; its webhooks are not carried, since the year is made before the
 * market opens.
 */
export async function openSimulator(base: Platform): Promise<Simulator> {
  const clock = new MomentClock(base.clock);
  const { config, pool, log } = base;
  const silent = new Courier({ pool, clock, log, webhookUrl: '', webhookSecret: '', faults: () => noFaults });
  await silent.close();
  const { secretKey, premiumPriceId: priceId } = config.stripe;
  const hosted = `${config.appUrl}/sandbox/stripe`;
  const api = stripeApi({ pool, clock, courier: silent, secretKey, faults: () => noFaults, base: hosted, priceId });
  const call = async (url: string | URL | Request, init?: RequestInit) => api.fetch(new Request(url, init));
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(call),
    telemetry: false,
    maxNetworkRetries: 0,
  });
  const pages = hostedConnect({ pool, clock, courier: silent, faults: () => noFaults, base: hosted });
  const payments: Platform['payments'] = { stripe, livemode: false, verifyWebhook: base.payments.verifyWebhook };
  return {
    platform: { ...base, clock, payments },
    moveTo: (moment) => clock.moveTo(moment),
    now: () => clock.now(),
    pay: async (checkoutUrl, buyer) => {
      const result = await paySession({ pool, clock, base: hosted }, checkoutUrl.split('/').at(-1) ?? '', buyer);
      if (result.kind !== 'paid') throw new Error(`the demo's card was not taken: ${result.kind}`);
    },
    onboard: async (url) => {
      const body = new URLSearchParams({ outcome: 'complete', accountNumber: 'BE68539007547034' });
      const answer = await pages.request(url.slice(hosted.length), { method: 'POST', body });
      if (answer.status !== 303) throw new Error(`the page of the demo's payout account answered ${answer.status}`);
    },
    settleStripe: async () => {
      await reviewAccounts(pool, clock);
      await runPayouts(pool, clock, noFaults.payouts);
    },
  };
}

export function actorOf(memberId: string): Actor {
  return { id: memberId, role: 'member', via: 'bearer', sessionId: null, signedInAt: new Date(0) };
}

/** Works a list off with all simulators, each taking the next one when it is done. Reports progress. */
export async function share<T>(
  simulators: readonly Simulator[],
  items: readonly T[],
  work: (simulator: Simulator, item: T) => Promise<void>,
  progress: (done: number, of: number) => void = () => {},
): Promise<void> {
  let next = 0;
  let done = 0;
  await Promise.all(
    simulators.map(async (simulator) => {
      for (let index = next++; index < items.length; index = next++) {
        await work(simulator, items[index] as T);
        progress(++done, items.length);
      }
    }),
  );
}
