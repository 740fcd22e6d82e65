import type { Context, Hono } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import { answer, listOf, queryForm, readWrite } from '../answers.ts';
import type { ApiOptions } from '../api.ts';
import { noSuch, StripeFault } from '../errors.ts';
import { once } from '../idempotency.ts';
import { objectId, type StripeObject, seconds, shown } from '../objects.ts';
import type { Form } from '../pages/form.ts';
import { createdFilter, createdRange, listParams, readParams } from '../params.ts';
import { findObject, listObjects, type Queryable, saveObjects } from '../store.ts';
import { getAccount } from './accounts.ts';
import { settingsOf, showSettings, updateSettings } from './balance-settings.ts';
import type { LoginLink, Movement, Transfer } from './connect-objects.ts';
import { getMovement, showBalance, showMovement } from './movements.ts';
import { requireLines } from './payouts/arrive-payout.ts';
import { createReversal } from './reversals.ts';
import { createTransfer } from './transfers.ts';

const listed = { ...listParams, created: createdFilter.optional() };
const transferQuery = z.strictObject({
  ...listed,
  destination: z.string().optional(),
  transfer_group: z.string().optional(),
});
const payoutQuery = z.strictObject({ ...listed, status: z.string().optional(), destination: z.string().optional() });
const movementQuery = z.strictObject({
  ...listed,
  currency: z.string().optional(),
  source: z.string().optional(),
  type: z.string().optional(),
  payout: z.string().optional(),
});

/** The connected account of the header `Stripe-Account`; null for the platform. */
export async function accountOf(c: Context, pool: pg.Pool): Promise<string | null> {
  const id = c.req.header('stripe-account') ?? null;
  if (id === null || (await findObject(pool, 'v2.core.account', id))) return id;
  throw new StripeFault(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${id}' (or that account does not exist).`,
  });
}

/** The v1 calls of Stripe Connect: transfers, balances, payouts. */
export function addConnect(app: Hono, { pool, clock, courier, base, faults }: ApiOptions): void {
  const now = () => seconds(clock.now());
  const change = async (c: Context, work: (db: Queryable, form: Form) => Promise<StripeObject>) => {
    const { form, keyed } = await readWrite(c, now());
    const result = await once(pool, keyed, (db) => work(db, form));
    courier.kick();
    return answer(c, result);
  };

  app.post('/v1/transfers', (c) => change(c, (db, form) => createTransfer(db, clock, form, faults().transfers)));
  app.post('/v1/transfers/:id/reversals', (c) =>
    change(c, (db, form) => createReversal(db, clock, c.req.param('id'), form, faults().reversals)),
  );
  app.get('/v1/transfers/:id/reversals', async (c) => {
    const { limit, starting_after: startingAfter } = readParams(z.strictObject(listParams), queryForm(c));
    const fields = { transfer: c.req.param('id') };
    const found = await listObjects(pool, { object: 'transfer_reversal', limit, startingAfter, fields });
    return c.json(listOf(c.req.path, found.slice(0, limit).map(shown), found.length > limit));
  });
  app.get('/v1/transfers/:id', async (c) => {
    const found = await findObject<Transfer>(pool, 'transfer', c.req.param('id'));
    if (!found) throw noSuch('transfer', c.req.param('id'));
    return c.json(shown(found));
  });
  app.get('/v1/transfers', (c) => list(c, 'transfer', transferQuery, shown));
  app.get('/v1/payouts', (c) => list(c, 'payout', payoutQuery, shown));

  app.get('/v1/balance', async (c) => c.json(await showBalance(pool, await accountOf(c, pool), now())));
  app.get('/v1/balance_transactions/:id', async (c) =>
    c.json(showMovement(await getMovement(pool, c.req.param('id'), await accountOf(c, pool)), now())),
  );
  app.get('/v1/balance_transactions', (c) =>
    list(c, 'balance_transaction', movementQuery, (found) => showMovement(found as Movement, now())),
  );

  app.get('/v1/balance_settings', async (c) =>
    c.json(showSettings(await settingsOf(pool, clock, await accountOf(c, pool)))),
  );
  app.post('/v1/balance_settings', async (c) => {
    const account = await accountOf(c, pool);
    return change(c, (db, form) => updateSettings(db, clock, account, form));
  });

  app.post('/v1/accounts/:id/login_links', async (c) =>
    change(c, async (db) => {
      const account = await getAccount(db, c.req.param('id'));
      const id = objectId('login');
      const link: LoginLink = {
        id,
        object: 'login_link',
        created: now(),
        url: `${base}/connect/express/${id}`,
        sandbox: { accountId: account.id },
      };
      await saveObjects(db, [link]);
      return shown(link);
    }),
  );

  /** A list, filtered by the fields of its query. */
  async function list(
    c: Context,
    object: string,
    query: z.ZodType<z.output<typeof transferQuery> & { payout?: string | undefined }>,
    show: (found: StripeObject) => unknown,
  ): Promise<Response> {
    const {
      limit,
      starting_after,
      ending_before,
      created,
      expand: _expand,
      payout,
      ...fields
    } = readParams(query, queryForm(c));
    if (payout !== undefined) await requireLines(pool, payout);
    const found = await listObjects(pool, {
      object,
      limit,
      startingAfter: starting_after,
      endingBefore: ending_before,
      account: await accountOf(c, pool),
      fields: { ...fields, ...(payout !== undefined && { sandbox: { payout } }) },
      ...createdRange(created),
    });
    return c.json(listOf(c.req.path, found.slice(0, limit).map(show), found.length > limit));
  }
}
