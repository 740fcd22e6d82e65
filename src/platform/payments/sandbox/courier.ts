import type pg from 'pg';
import Stripe from 'stripe';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
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

/** Pauses before the tries after the first; then the event is given up, and only the list of events still knows it. */
const retryAfterMs = [1_000, 5_000, 30_000, 5 * 60_000, 3_600_000, 6 * 3_600_000];
const batch = 50;

/** Records an event in the transaction that changes the object; the courier carries it after the commit. */
export async function recordEvent(db: Queryable, clock: Clock, type: string, object: StripeObject, deliver = true): Promise<void> {
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
  };
  await saveObjects(db, [event]);
  if (deliver) await db.query('insert into sandbox_stripe_delivery (event_id, next_at) values ($1, $2)', [event.id, clock.now()]);
}

/** Carries signed webhooks to the market over HTTP, at least once and in no promised order, like the party that it stands for. */
export class Courier {
  readonly #options: CourierOptions;
  #running: Promise<void> | null = null;
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: CourierOptions) {
    this.#options = options;
  }

  /** Starts carrying what is due; does not wait for it. */
  kick(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#carryAll()
      .catch((error: unknown) => this.#options.log.warn('sandbox webhooks could not be carried', { error: String(error) }))
      .finally(() => {
        this.#running = null;
        if (this.#again) {
          this.#again = false;
          this.kick();
        }
      });
  }

  /** Resolves when nothing that is due waits any more. */
  async settle(): Promise<void> {
    this.kick();
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  async #carryAll(): Promise<void> {
    const { pool, clock } = this.#options;
    for (;;) {
      const { rows } = await pool.query<{ event_id: string; attempts: number; data: StripeEvent }>(
        `select d.event_id, d.attempts, o.data from sandbox_stripe_delivery d join sandbox_stripe_object o on o.id = d.event_id
         where d.state = 'waiting' and d.next_at <= $1 order by d.position limit ${batch}`,
        [clock.now()],
      );
      if (rows.length === 0 || this.#closed) break;
      const inOrder = this.#options.faults().shuffleWebhooks ? shuffled(rows) : rows;
      for (const row of inOrder) await this.#carry(row.event_id, row.attempts, row.data);
    }
    await this.#wakeForNext();
  }

  async #carry(id: string, attempts: number, event: StripeEvent): Promise<void> {
    const faults = this.#options.faults();
    const sends = faults.dropWebhooks ? [] : faults.duplicateWebhooks ? [this.#send(event), this.#send(event)] : [this.#send(event)];
    const arrived = (await Promise.all(sends)).every(Boolean);
    const pause = retryAfterMs[attempts];
    const state = faults.dropWebhooks ? 'given_up' : arrived ? 'delivered' : pause === undefined ? 'given_up' : 'waiting';
    const nextAt = new Date(this.#options.clock.now().getTime() + (pause ?? 0));
    await this.#options.pool.query('update sandbox_stripe_delivery set attempts = attempts + 1, state = $2, next_at = $3 where event_id = $1', [
      id,
      state,
      nextAt,
    ]);
  }

  async #send(event: StripeEvent): Promise<boolean> {
    const { clock, webhookUrl, webhookSecret, log } = this.#options;
    const payload = JSON.stringify(event, null, 2);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: webhookSecret, timestamp: seconds(clock.now()) });
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature, 'user-agent': 'Stripe/1.0 (sandbox)' },
        body: payload,
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch (error) {
      log.debug('a sandbox webhook did not arrive', { type: event.type, error: String(error) });
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
    this.#timer = setTimeout(() => this.kick(), Math.min(Math.max(50, next.getTime() - clock.now().getTime()), 3_600_000));
    this.#timer.unref();
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}
