import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { seconds } from '../objects.ts';
import { type HostedOptions, pageHeaders } from '../pages/hosted.ts';
import { closedPage } from '../pages/page.ts';
import { findObject, inTransaction, listObjects, type Queryable, saveObjects } from '../store.ts';
import { afterOnboarding, bankOf, outcomes } from './account-review.ts';
import { changeAccount, getAccount } from './accounts.ts';
import type { Account, AccountLink, LoginLink, Payout } from './connect-objects.ts';
import { expressPage, onboardingPage } from './connect-pages.ts';
import { sumsOf } from './movements.ts';
import { startPayout } from './payouts/start-payout.ts';

/** Life of a link to the express dashboard, in seconds. */
const linkSeconds = 300;

const numberSentence = 'Enter an account number of 6 to 34 letters and digits.';
const number = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^[A-Za-z0-9]{6,34}$/, numberSentence));
const onboardingInput = z.object({
  outcome: z.enum(outcomes).default('complete'),
  accountNumber: number.optional(),
});
const bankInput = z.object({ accountNumber: number });
const payoutInput = z.object({
  amount: z
    .string()
    .regex(/^\d{1,9}(\.\d\d)?$/, 'Enter an amount, for example 12.50.')
    .transform((text) => Math.round(Number(text) * 100)),
  currency: z.string().regex(/^[a-z]{3}$/),
  method: z.enum(['standard', 'instant']),
});

/** Stripe's hosted pages for sellers: onboarding, and the express dashboard. Links are sufficient for access. */
export function hostedConnect({ pool, clock, courier, faults, base }: HostedOptions): Hono {
  const app = new Hono();
  const page = (c: Context, text: string, status = 200) => c.html(text, status as 200, pageHeaders);
  const gone = (c: Context) =>
    page(c, closedPage('Link expired', 'Go back to the site and open the page again.', base, null), 410);
  const now = () => seconds(clock.now());

  app.use('/connect/*', async (c, next) => {
    if (!faults().down) return next();
    return page(c, closedPage('Page unavailable', 'Try again in a moment.', base, null), 503);
  });

  app.get('/connect/onboarding/:id', (c) => onboard(c, pool, null));
  app.post('/connect/onboarding/:id', async (c) => {
    const input = onboardingInput.safeParse(await c.req.parseBody());
    if (!input.success) return onboard(c, pool, input.error.issues[0]?.message ?? 'Check the account number.');
    // The row's lock lets a link be used once.
    const answered = await inTransaction(pool, async (db) => {
      const link = await openLink(c, db, true);
      if (link instanceof Response) return link;
      const account = await getAccount(db, link.account, true);
      const { outcome, accountNumber } = input.data;
      const bank = accountNumber === undefined ? account.sandbox.bank : bankOf(account, accountNumber);
      if (!bank) return onboard(c, db, numberSentence);
      await saveObjects(db, [{ ...link, sandbox: { ...link.sandbox, isUsed: true } }]);
      await changeAccount(db, clock, account, afterOnboarding(account, outcome, bank, now()));
      return c.redirect(link.sandbox.returnUrl ?? link.sandbox.refreshUrl, 303);
    });
    courier.kick();
    return answered;
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
  app.post('/connect/express/:id/payout', async (c) => {
    const account = await accountOfLink(c);
    if (!account) return gone(c);
    const input = payoutInput.safeParse(await c.req.parseBody());
    if (!input.success) return showExpress(c, input.error.issues[0]?.message ?? 'Check the amount.', 422);
    const error = await inTransaction(pool, (db) => startPayout(db, clock, account.id, input.data));
    courier.kick();
    return showExpress(c, error, error === null ? 200 : 422);
  });
  return app;

  async function onboard(c: Context, db: Queryable, error: string | null): Promise<Response> {
    const link = await openLink(c, db);
    if (link instanceof Response) return link;
    const account = await getAccount(db, link.account);
    const at = `${base}/connect/onboarding/${link.id}`;
    return page(c, onboardingPage({ at, base, account, error }), error ? 422 : 200);
  }

  /** The link, or the answer to one that was used or is too old: the site makes a new one. */
  async function openLink(c: Context, db: Queryable, lock = false): Promise<AccountLink | Response> {
    const link = await findObject<AccountLink>(db, 'v2.core.account_link', c.req.param('id') ?? '', lock);
    if (!link) return gone(c);
    const isOpen = !link.sandbox.isUsed && link.expires_at > now();
    return isOpen ? link : c.redirect(link.sandbox.refreshUrl, 303);
  }

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
