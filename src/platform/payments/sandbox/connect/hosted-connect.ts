import { type Context, Hono } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import type { Clock } from '../../../clock/clock.ts';
import type { Courier } from '../courier.ts';
import { objectId, seconds } from '../objects.ts';
import { pageHeaders } from '../pages/hosted.ts';
import { closedPage } from '../pages/page.ts';
import { findObject, inTransaction, listObjects, saveObjects } from '../store.ts';
import { changeAccount, getAccount } from './accounts.ts';
import type { Account, AccountLink, LoginLink, Payout } from './connect-objects.ts';
import { expressPage, onboardingPage } from './connect-pages.ts';
import { sumsOf } from './movements.ts';

const day = 86_400;
/** The review of an account, and the life of a link to the express dashboard, in seconds. */
const reviewSeconds = 60;
const linkSeconds = 300;

const number = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^[A-Za-z0-9]{6,34}$/, 'Enter an account number of 6 to 34 letters and digits.'));
const onboardingInput = z.object({
  outcome: z.enum(['complete', 'document_missing', 'rejected']).default('complete'),
  accountNumber: number,
});
const bankInput = z.object({ accountNumber: number });

/** Stripe's hosted pages for sellers: onboarding, and the express dashboard. Links are sufficient for access. */
export function hostedConnect({ pool, clock, courier, base }: Options): Hono {
  const app = new Hono();
  const page = (c: Context, text: string, status = 200) => c.html(text, status as 200, pageHeaders);
  const gone = (c: Context) =>
    page(c, closedPage('Link expired', 'Go back to the site and open the page again.', base, null), 410);
  const now = () => seconds(clock.now());

  app.get('/connect/onboarding/:id', async (c) => {
    const link = await findObject<AccountLink>(pool, 'v2.core.account_link', c.req.param('id'));
    if (!link) return gone(c);
    if (link.sandbox.isUsed || link.expires_at <= now()) return c.redirect(link.sandbox.refreshUrl, 303);
    const account = await getAccount(pool, link.account);
    return page(c, onboardingPage({ at: `${base}/connect/onboarding/${link.id}`, base, account, error: null }));
  });

  app.post('/connect/onboarding/:id', async (c) => {
    const link = await findObject<AccountLink>(pool, 'v2.core.account_link', c.req.param('id'));
    if (!link) return gone(c);
    if (link.sandbox.isUsed || link.expires_at <= now()) return c.redirect(link.sandbox.refreshUrl, 303);
    const input = onboardingInput.safeParse(await c.req.parseBody());
    const account = await getAccount(pool, link.account);
    if (!input.success) {
      const error = input.error.issues[0]?.message ?? 'Check the highlighted fields.';
      return page(c, onboardingPage({ at: `${base}/connect/onboarding/${link.id}`, base, account, error }), 422);
    }
    await inTransaction(pool, async (db) => {
      const locked = await getAccount(db, link.account, true);
      await saveObjects(db, [{ ...link, sandbox: { ...link.sandbox, isUsed: true } }]);
      await changeAccount(db, clock, locked, afterPage(input.data.outcome, locked, input.data.accountNumber, now()));
    });
    courier.kick();
    return c.redirect(link.sandbox.returnUrl ?? link.sandbox.refreshUrl, 303);
  });

  app.get('/connect/express/:id', (c) => showExpress(c, null));
  app.post('/connect/express/:id/bank', async (c) => {
    const account = await accountOfLink(c);
    if (!account) return gone(c);
    const input = bankInput.safeParse(await c.req.parseBody());
    if (!input.success) return showExpress(c, input.error.issues[0]?.message ?? 'Check the account number.', 422);
    await inTransaction(pool, async (db) => {
      const locked = await getAccount(db, account.id, true);
      await changeAccount(db, clock, locked, { bank: bankOf(locked, input.data.accountNumber) });
    });
    courier.kick();
    return showExpress(c, null);
  });
  return app;

  async function showExpress(c: Context, error: string | null, status = 200): Promise<Response> {
    const account = await accountOfLink(c);
    if (!account) return gone(c);
    const payouts = await listObjects(pool, { object: 'payout', account: account.id, limit: 20 });
    const balance = await sumsOf(pool, account.id, now());
    const at = `${base}/connect/express/${c.req.param('id')}`;
    return page(c, expressPage({ at, base, account, balance, payouts: payouts as Payout[], error }), status);
  }

  async function accountOfLink(c: Context): Promise<Account | null> {
    const link = await findObject<LoginLink>(pool, 'login_link', c.req.param('id') ?? '');
    return link && link.created + linkSeconds > now() ? getAccount(pool, link.sandbox.accountId) : null;
  }
}

interface Options {
  pool: pg.Pool;
  clock: Clock;
  courier: Courier;
  /** Mount address, without a trailing slash. */
  base: string;
}

/** Stripe looks at what was entered for a minute before it decides. */
function afterPage(
  outcome: z.output<typeof onboardingInput>['outcome'],
  account: Account,
  accountNumber: string,
  now: number,
): Partial<Account['sandbox']> {
  const bank = bankOf(account, accountNumber);
  if (outcome === 'rejected') return { step: 'rejected', bank, deadlineAt: null };
  if (outcome === 'document_missing') return { step: 'document_missing', bank, deadlineAt: now + 14 * day };
  return { step: 'in_review', bank, reviewedAt: now + reviewSeconds, deadlineAt: null };
}

function bankOf({ sandbox }: Account, accountNumber: string): Account['sandbox']['bank'] {
  const currency = { US: 'usd', GB: 'gbp', CA: 'cad', CH: 'chf' }[sandbox.country] ?? 'eur';
  return { id: objectId('usba_test'), last4: accountNumber.slice(-4), currency };
}

/** Ends the reviews that are over. */
export async function endReviews(pool: pg.Pool, clock: Clock): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from sandbox_stripe_object
     where object = 'v2.core.account' and (data #>> '{sandbox,reviewedAt}')::bigint <= $1 and data #>> '{sandbox,step}' = 'in_review'`,
    [seconds(clock.now())],
  );
  for (const { id } of rows)
    await inTransaction(pool, async (db) => {
      const account = await getAccount(db, id, true);
      if (account.sandbox.step === 'in_review')
        await changeAccount(db, clock, account, { step: 'verified', reviewedAt: null });
    });
}
