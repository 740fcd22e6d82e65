import { createHash } from 'node:crypto';
import type pg from 'pg';
import { StripeFault } from './errors.ts';
import type { StripeObject } from './objects.ts';
import { inTransaction, type Queryable } from './store.ts';

export interface Keyed {
  key: string | null;
  /** Of method, path and parameters: a key is valid for one request. */
  fingerprint: string;
  nowSeconds: number;
}

export interface Answer {
  status: number;
  body: StripeObject | Record<string, unknown>;
  replayed: boolean;
}

const keyLifeSeconds = 24 * 3600;

export function fingerprintOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

/**
 * Stripe's rule: within 24 hours a repeated key gets the same status and body without another effect; with other
 * parameters it is an error; failed validations are not stored. A concurrent request waits for the first by the key's
 * row lock.
 */
export async function once(
  pool: pg.Pool,
  keyed: Keyed,
  work: (db: pg.PoolClient) => Promise<StripeObject>,
): Promise<Answer> {
  return inTransaction(pool, async (db) => {
    if (keyed.key !== null) {
      const { rowCount } = await db.query(
        `insert into sandbox_stripe_idempotency as i (key, fingerprint, status, body, created) values ($1, $2, 0, 'null', $3)
         on conflict (key) do update set fingerprint = excluded.fingerprint, created = excluded.created where i.created < $4`,
        [keyed.key, keyed.fingerprint, keyed.nowSeconds, keyed.nowSeconds - keyLifeSeconds],
      );
      if (rowCount === 0) return replay(db, keyed.key, keyed.fingerprint);
    }
    const body = await work(db);
    if (keyed.key !== null)
      await db.query('update sandbox_stripe_idempotency set status = 200, body = $2 where key = $1', [
        keyed.key,
        JSON.stringify(body),
      ]);
    return { status: 200, body, replayed: false };
  });
}

/** The same for a request that only adds one object, in one statement: every purchase creates a session. */
export async function addOnce(pool: pg.Pool, keyed: Keyed, object: StripeObject, body: StripeObject): Promise<Answer> {
  if (keyed.key === null) {
    await pool.query('insert into sandbox_stripe_object (id, object, created, data) values ($1, $2, $3, $4)', [
      object.id,
      object.object,
      object.created,
      JSON.stringify(object),
    ]);
    return { status: 200, body, replayed: false };
  }
  const { rowCount } = await pool.query({
    name: 'sandbox-stripe-add-once',
    text: `with claimed as (
        insert into sandbox_stripe_idempotency as i (key, fingerprint, status, body, created) values ($1, $2, 200, $3, $4)
        on conflict (key) do update set fingerprint = excluded.fingerprint, status = 200, body = excluded.body, created = excluded.created
          where i.created < $5
        returning key)
      insert into sandbox_stripe_object (id, object, created, data) select $6, $7, $8, $9 from claimed`,
    values: [
      keyed.key,
      keyed.fingerprint,
      JSON.stringify(body),
      keyed.nowSeconds,
      keyed.nowSeconds - keyLifeSeconds,
      object.id,
      object.object,
      object.created,
      JSON.stringify(object),
    ],
  });
  return rowCount === 1 ? { status: 200, body, replayed: false } : replay(pool, keyed.key, keyed.fingerprint);
}

/** The cached answer of a key, if any; a repeated request is answered before its validation. */
export async function cachedAnswer(db: Queryable, { key, fingerprint, nowSeconds }: Keyed): Promise<Answer | null> {
  if (key === null) return null;
  const found = await db.query('select 1 from sandbox_stripe_idempotency where key = $1 and created >= $2', [
    key,
    nowSeconds - keyLifeSeconds,
  ]);
  return found.rowCount === 1 ? replay(db, key, fingerprint) : null;
}

async function replay(db: Queryable, key: string, fingerprint: string): Promise<Answer> {
  const { rows } = await db.query<{ fingerprint: string; status: number; body: Record<string, unknown> }>(
    'select fingerprint, status, body from sandbox_stripe_idempotency where key = $1',
    [key],
  );
  const stored = rows[0];
  if (!stored || stored.fingerprint !== fingerprint) {
    throw new StripeFault(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { status: stored.status, body: stored.body, replayed: true };
}
