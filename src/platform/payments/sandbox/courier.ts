import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import Stripe from 'stripe';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { showThinEvent } from './connect/show-thin-event.ts';
import type { Faults } from './faults.ts';
import { objectId, type StripeEvent, type StripeObject, seconds, shown } from './objects.ts';
import { type Queryable, saveObjects } from './store.ts';

export interface CourierOptions {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  webhookUrl: string;
  webhookSecret: string;
  faults(): Faults;
}

/** Pauses between retries; after the last the event is given up, and only the list of events contains it. */
const retryAfterMs = [1_000, 5_000, 30_000, 5 * 60_000, 3_600_000, 6 * 3_600_000];
/** Longer than a delivery may take. */
const claimSeconds = 15;
/** Concurrent deliveries. A single queue would delay payments by a minute under load; Stripe does not queue either. */
const maxConcurrent = 4;

/**
 * Records an event in the transaction that changes the object; the courier delivers it after the commit. An object of a
 * connected account makes an event of that account.
 */
export async function recordEvent(
  db: Queryable,
  clock: Clock,
  type: string,
  object: StripeObject,
  deliver = true,
): Promise<void> {
  const { account } = (object.sandbox ?? {}) as { account?: string };
  const event: StripeEvent = {
    id: objectId('evt'),
    object: 'event',
    created: seconds(clock.now()),
    type,
    api_version: Stripe.API_VERSION,
    livemode: false,
    pending_webhooks: deliver ? 1 : 0,
    request: { id: null, idempotency_key: null },
    data: { object: shown(object) },
    ...(account !== undefined && { account, sandbox: { account } }),
  };
  await saveObjects(db, [event]);
  if (deliver) await deliverLater(db, clock, event.id);
}

/** Has the courier deliver an event after the commit. */
export async function deliverLater(db: Queryable, clock: Clock, eventId: string): Promise<void> {
  await db.query('insert into sandbox_stripe_delivery (event_id, next_at) values ($1, $2)', [eventId, clock.now()]);
}

/** Delivers signed webhooks to the app over HTTP, at least once and in no guaranteed order, like Stripe. */
export class Courier {
  readonly #options: CourierOptions;
  readonly #running = new Set<Promise<void>>();
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** Starts deliveries that are due; does not wait for them. */
  kick(): void {
    if (this.#closed) return;
    if (this.#running.size === maxConcurrent) {
      // A running worker may have searched just before this event was due.
      this.#again = true;
      return;
    }
    const worker: Promise<void> = this.#carryAll()
      .catch((error: unknown) => this.#options.log.warn('sandbox webhooks could not be carried', { error }))
      .finally(() => {
        this.#running.delete(worker);
        if (this.#again) {
          this.#again = false;
          this.kick();
        }
      });
    this.#running.add(worker);
  }

  /** Resolves when no due delivery waits. */
  async settle(): Promise<void> {
    for (let waited = 0; waited < claimSeconds * 1_000; waited += 20) {
      this.kick();
      while (this.#running.size > 0) await Promise.all(this.#running);
      if (this.#closed || !(await this.#isOneDue())) return;
      // Another process delivers it.
      await pause(20);
    }
  }

  async #isOneDue(): Promise<boolean> {
    const { pool, clock } = this.#options;
    const { rowCount } = await pool.query(
      "select 1 from sandbox_stripe_delivery where state = 'waiting' and next_at <= $1 limit 1",
      [clock.now()],
    );
    return rowCount === 1;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await Promise.all(this.#running);
  }

  /** One worker: each delivery that it finds starts another worker. */
  async #carryAll(): Promise<void> {
    for (let next = await this.#claim(); next && !this.#closed; next = await this.#claim()) {
      this.kick();
      await this.#carry(next.event_id, next.attempts, next.data);
    }
    await this.#wakeForNext();
  }

  /** Claims the next due delivery, so that no other process sends it; after a crash the claim expires. */
  async #claim(): Promise<{ event_id: string; attempts: number; data: StripeEvent } | undefined> {
    const { pool, clock, faults } = this.#options;
    const { rows } = await pool.query<{ event_id: string; attempts: number; data: StripeEvent }>(
      `update sandbox_stripe_delivery d set claimed_until = now() + interval '${claimSeconds} seconds' from sandbox_stripe_object o
       where o.id = d.event_id and d.event_id = (
         select event_id from sandbox_stripe_delivery
         where state = 'waiting' and next_at <= $1 and (claimed_until is null or claimed_until < now())
         order by ${faults().shuffleWebhooks ? 'random()' : 'position'} limit 1 for update skip locked)
       returning d.event_id, d.attempts, o.data`,
      [clock.now()],
    );
    return rows[0];
  }

  async #carry(id: string, attempts: number, event: StripeEvent): Promise<void> {
    const faults = this.#options.faults();
    const sends = faults.dropWebhooks
      ? []
      : faults.duplicateWebhooks
        ? [this.#send(event), this.#send(event)]
        : [this.#send(event)];
    const arrived = (await Promise.all(sends)).every(Boolean);
    const pause = retryAfterMs[attempts];
    const state = faults.dropWebhooks
      ? 'given_up'
      : arrived
        ? 'delivered'
        : pause === undefined
          ? 'given_up'
          : 'waiting';
    const nextAt = new Date(this.#options.clock.now().getTime() + (pause ?? 0));
    await this.#options.pool.query(
      'update sandbox_stripe_delivery set attempts = attempts + 1, state = $2, next_at = $3, claimed_until = null where event_id = $1',
      [id, state, nextAt],
    );
  }

  async #send(event: StripeEvent): Promise<boolean> {
    const { clock, webhookUrl, webhookSecret, log } = this.#options;
    const payload = JSON.stringify(event.object === 'event' ? shown(event) : showThinEvent(event), null, 2);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: webhookSecret,
      timestamp: seconds(clock.now()),
    });
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (sandbox)',
        },
        body: payload,
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch (error) {
      log.debug('a sandbox webhook did not arrive', { type: event.type, error });
      return false;
    }
  }

  async #wakeForNext(): Promise<void> {
    const { pool, clock } = this.#options;
    const { rows } = await pool.query<{ next_at: Date }>(
      "select next_at from sandbox_stripe_delivery where state = 'waiting' order by next_at limit 1",
    );
    const next = rows[0]?.next_at;
    if (!next || this.#closed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.kick(),
      Math.min(Math.max(50, next.getTime() - clock.now().getTime()), 3_600_000),
    );
    this.#timer.unref();
  }
}
