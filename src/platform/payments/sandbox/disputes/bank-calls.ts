import { type Context, Hono } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import type { Clock } from '../../../clock/clock.ts';
import type { Courier } from '../courier.ts';
import { StripeFault } from '../errors.ts';
import { type StripeObject, shown } from '../objects.ts';
import { inTransaction, type Queryable } from '../store.ts';
import { decideDispute, raiseDispute, warnOfFraud } from './disputes.ts';

export interface BankCallOptions {
  pool: pg.Pool;
  clock: Clock;
  courier: Courier;
}

/** A payment by its own id, its purchase's, or that of the only order of its purchase. */
const payment = {
  paymentIntent: z.string().optional(),
  purchaseId: z.string().optional(),
  orderId: z.string().optional(),
};
const raiseInput = z.strictObject({
  ...payment,
  amount: z.int().min(1).optional(),
  reason: z
    .enum(['fraudulent', 'product_not_received', 'product_unacceptable', 'duplicate', 'unrecognized', 'general'])
    .default('fraudulent'),
  inquiry: z.boolean().default(false),
});
const decideInput = z.strictObject({ outcome: z.enum(['won', 'lost', 'escalated']) });
const warnInput = z.strictObject({
  ...payment,
  fraudType: z
    .enum(['card_never_received', 'made_with_lost_card', 'made_with_stolen_card', 'misc', 'unauthorized_use_of_card'])
    .default('misc'),
});

/** Acts of a bank, for trying the app out: `POST /disputes`, `POST /disputes/{id}/decide`, `POST /fraud-warnings`. */
export function bankCalls({ pool, clock, courier }: BankCallOptions): Hono {
  const app = new Hono();

  app.post('/disputes', (c) =>
    act(c, raiseInput, async (db, input) =>
      raiseDispute(db, clock, { ...input, paymentIntent: await intentOf(db, input) }),
    ),
  );
  app.post('/disputes/:id/decide', (c) =>
    act(c, decideInput, (db, { outcome }) => decideDispute(db, clock, c.req.param('id'), outcome)),
  );
  app.post('/fraud-warnings', (c) =>
    act(c, warnInput, async (db, input) => warnOfFraud(db, clock, await intentOf(db, input), input.fraudType)),
  );

  app.onError((error, c) => {
    if (error instanceof StripeFault)
      return c.json({ code: error.body.code ?? 'invalid', message: error.message }, error.status as 400);
    throw error;
  });
  return app;

  async function act<T extends z.ZodType>(
    c: Context,
    schema: T,
    work: (db: Queryable, input: z.output<T>) => Promise<StripeObject>,
  ) {
    const parsed = schema.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ code: 'invalid', message: z.prettifyError(parsed.error) }, 422);
    const created = await inTransaction(pool, (db) => work(db, parsed.data));
    courier.kick();
    return c.json(shown(created));
  }

  async function intentOf(
    db: Queryable,
    { paymentIntent, purchaseId, orderId }: { [key in keyof typeof payment]?: string | undefined },
  ) {
    if (paymentIntent !== undefined) return paymentIntent;
    const { rows } = await db.query<{ id: string }>(
      `select id from sandbox_stripe_object where object = 'payment_intent' and data ->> 'status' = 'succeeded'
       and (data #>> '{metadata,purchaseId}' = $1 or data #>> '{metadata,orderId}' = $2)`,
      [purchaseId ?? null, orderId ?? null],
    );
    return rows[0]?.id ?? 'of no order';
  }
}
