import type { Context, Hono } from 'hono';
import type { ApiOptions } from '../api.ts';
import { type Answer, type Keyed, once } from '../idempotency.ts';
import type { Form } from '../pages/form.ts';
import { answerBank } from './disputes.ts';

interface Shared {
  readWrite(c: Context): Promise<{ form: Form; keyed: Keyed }>;
  answer(c: Context, result: Answer): Response;
}

/** Stripe's dispute endpoint for merchants. Reading and listing work as for all objects. */
export function addDisputes(app: Hono, { pool, clock, courier }: ApiOptions, { readWrite, answer }: Shared): void {
  app.post('/v1/disputes/:id', async (c) => {
    const { form, keyed } = await readWrite(c);
    const result = await once(pool, keyed, (db) => answerBank(db, clock, c.req.param('id'), form));
    courier.kick();
    return answer(c, result);
  });
}
