import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { BankCallOptions } from '../disputes/bank-calls.ts';
import { StripeFault } from '../errors.ts';
import { seconds } from '../objects.ts';
import { inTransaction } from '../store.ts';
import { documentSeconds } from './account-review.ts';
import { changeAccount, getAccount } from './accounts.ts';
import type { Account } from './connect-objects.ts';

const input = z.strictObject({ to: z.enum(['verified', 'restricted', 'rejected', 'closed', 'document_asked']) });

/** What Stripe decides about an account, for trying the app out: `POST /accounts/{id}` `{to}`. */
export function accountCalls({ pool, clock, courier }: BankCallOptions): Hono {
  const app = new Hono();
  app.post('/accounts/:id', async (c: Context) => {
    const parsed = input.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ code: 'invalid', message: z.prettifyError(parsed.error) }, 422);
    const changes: Record<typeof parsed.data.to, Partial<Account['sandbox']>> = {
      verified: { step: 'verified', isRestricted: false, deadlineAt: null },
      restricted: { isRestricted: true },
      rejected: { step: 'rejected' },
      closed: { isClosed: true },
      document_asked: { step: 'document_asked', deadlineAt: seconds(clock.now()) + documentSeconds },
    };
    await inTransaction(pool, async (db) => {
      const account = await getAccount(db, c.req.param('id') ?? '', true);
      await changeAccount(db, clock, account, changes[parsed.data.to]);
    });
    courier.kick();
    return c.json({});
  });
  app.onError((error, c) => {
    if (error instanceof StripeFault)
      return c.json({ code: error.body.code ?? 'invalid', message: error.message }, error.status as 400);
    throw error;
  });
  return app;
}
