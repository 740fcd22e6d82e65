import type pg from 'pg';
import type { StripeObject } from './objects.ts';

/** A pool or one of its connections. */
export type Queryable = Pick<pg.Pool, 'query'>;

interface Row {
  data: StripeObject;
}

/** Objects are documents in Stripe's shapes, found by id, by kind and time, or by payment intent. */
export async function findObject<T extends StripeObject>(
  db: Queryable,
  object: T['object'],
  id: string,
  lock = false,
): Promise<T | null> {
  const { rows } = await db.query<Row>(
    `select data from sandbox_stripe_object where id = $1 and object = $2${lock ? ' for update' : ''}`,
    [id, object],
  );
  return (rows[0]?.data as T | undefined) ?? null;
}

export async function saveObjects(db: Queryable, objects: readonly StripeObject[]): Promise<void> {
  await db.query(
    `insert into sandbox_stripe_object (id, object, created, data)
     select o ->> 'id', o ->> 'object', (o ->> 'created')::bigint, o from jsonb_array_elements($1::jsonb) as o
     on conflict (id) do update set data = excluded.data`,
    [JSON.stringify(objects)],
  );
}

export interface ListFilter {
  object: string;
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  types?: string[] | undefined;
  paymentIntent?: string | undefined;
  status?: string | undefined;
  customer?: string | undefined;
  subscription?: string | undefined;
  /** A connected account's objects; the platform's own where absent. */
  account?: string | null | undefined;
  /** Other fields with this value. */
  fields?: Record<string, unknown> | undefined;
}

/** Newest first, with one more than the limit, so that the caller knows whether there are more. */
export async function listObjects(db: Queryable, filter: ListFilter): Promise<StripeObject[]> {
  const { rows } = await db.query<Row>(
    `select data from sandbox_stripe_object o
     where object = $1
       and ($2::bigint is null or created >= $2) and ($3::bigint is null or created <= $3)
       and ($4::text[] is null or data ->> 'type' = any ($4))
       and ($5::text is null or data ->> 'payment_intent' = $5)
       and ($6::text is null or data ->> 'status' = $6)
       and ($7::text is null or (created, id) < (select a.created, a.id from sandbox_stripe_object a where a.id = $7))
       and ($8::text is null or (created, id) > (select b.created, b.id from sandbox_stripe_object b where b.id = $8))
       and ($10::text is null or data ->> 'customer' = $10)
       and ($11::text is null or data #>> '{parent,subscription_details,subscription}' = $11)
       and data #>> '{sandbox,account}' is not distinct from $12 and data @> $13::jsonb
     order by created desc, id desc limit $9`,
    [
      filter.object,
      filter.createdFrom ?? null,
      filter.createdTo ?? null,
      filter.types ?? null,
      filter.paymentIntent ?? null,
      filter.status ?? null,
      filter.startingAfter ?? null,
      filter.endingBefore ?? null,
      filter.limit + 1,
      filter.customer ?? null,
      filter.subscription ?? null,
      filter.account ?? null,
      JSON.stringify(filter.fields ?? {}),
    ],
  );
  return rows.map((row) => row.data);
}

export async function inTransaction<T>(pool: pg.Pool, work: (db: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
