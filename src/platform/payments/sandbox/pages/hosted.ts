import { type Context, Hono } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import type { Clock } from '../../../clock/clock.ts';
import type { Customer } from '../billing/billing-objects.ts';
import { authenticateSession, lockSession, type PayResult, paySession, redirectUrlOf } from '../charge.ts';
import type { Courier } from '../courier.ts';
import { StripeFault } from '../errors.ts';
import type { Faults } from '../faults.ts';
import type { Address, Session } from '../objects.ts';
import { findObject, inTransaction } from '../store.ts';
import { authenticatePage, checkoutPage, closedPage } from './page.ts';
import { homeOf, type Read, readForm, type Typed } from './pay-form.ts';
import { checkoutStyles } from './styles.ts';

export interface HostedOptions {
  pool: pg.Pool;
  clock: Clock;
  courier: Courier;
  faults(): Faults;
  /** Mount address, without a trailing slash. */
  base: string;
}

const jsonPay = z.object({
  card: z.string().max(40),
  name: z.string().max(200).optional(),
  email: z.email().optional(),
  address: z
    .object({
      line1: z.string(),
      line2: z.string().optional(),
      city: z.string(),
      state: z.string().optional(),
      postal_code: z.string(),
      country: z.string().length(2),
    })
    .optional(),
});

/** For JSON payments without an address: tests pay for orders without the form. */
const sampleAddress: Address = {
  line1: '1 Sample Street',
  line2: null,
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
};

const countriesOf = (session: Session) => session.shipping_address_collection?.allowed_countries ?? [];

/** In the first country, where the sample's own is not allowed. */
function sampleIn(countries: readonly string[]): Address {
  const [first = sampleAddress.country] = countries;
  return countries.includes(sampleAddress.country) ? sampleAddress : { ...sampleAddress, country: first };
}

export const pageHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** The hosted checkout: pages that work without script, and the same actions as JSON. */
export function hostedCheckout({ pool, clock, courier, faults, base }: HostedOptions): Hono {
  const app = new Hono();
  const page = (c: Context, text: string, status = 200) => c.html(text, status as 200, pageHeaders);
  const current = async (id: string): Promise<Session | null> => {
    if (!/^\w+$/.test(id)) return null;
    const session = await inTransaction(pool, (db) => lockSession(db, clock, id)).catch((error: unknown) => {
      if (error instanceof StripeFault) return null;
      throw error;
    });
    courier.kick();
    return session;
  };

  app.get('/checkout.css', (c) =>
    c.text(checkoutStyles, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=300' }),
  );

  app.use('/checkout/*', async (c, next) => {
    if (!faults().down) return next();
    const message = 'The payment page is unavailable right now. Try again in a moment.';
    return isJson(c)
      ? c.json({ code: 'unavailable', message }, 503)
      : page(c, closedPage('Page unavailable', message, base, null), 503);
  });

  app.get('/checkout/:id', async (c) => {
    const session = await current(c.req.param('id'));
    if (!session)
      return page(
        c,
        closedPage('Page not found', 'We couldn’t find this checkout page. Start again from the site.', base, null),
        404,
      );
    if (session.status === 'complete')
      return page(c, closedPage('Paid', 'You paid this order.', base, redirectUrlOf(session)));
    if (session.status === 'expired')
      return page(
        c,
        closedPage(
          'Checkout expired',
          'You weren’t charged. Go back to the site to start again.',
          base,
          session.cancel_url,
        ),
        410,
      );
    const countries = countriesOf(session);
    const typed = { email: await emailOf(session), country: homeOf(c.req.header('accept-language'), countries) };
    return page(c, checkoutPage({ session, base, typed, errors: {} }));
  });

  app.post('/checkout/:id/pay', async (c) => {
    const session = await current(c.req.param('id'));
    if (!session) return gone(c, 404, 'We couldn’t find this checkout page. Start again from the site.');
    const read = isJson(c) ? await readJson(c, session) : readForm(session, await c.req.parseBody(), clock.now());
    if ('errors' in read) {
      if (isJson(c))
        return c.json(
          {
            code: 'invalid',
            message: Object.values(read.errors)[0] ?? 'Check the highlighted fields.',
            errors: read.errors,
          },
          422,
        );
      return page(c, checkoutPage({ session, base, typed: read.typed, errors: read.errors }), 422);
    }
    const address = session.shipping_address_collection ? (read.buyer.address ?? sampleIn(countriesOf(session))) : null;
    const result = await paySession({ pool, clock, base }, session.id, { ...read.buyer, address });
    courier.kick();
    return answer(c, session, result, read.typed);
  });

  app.get('/checkout/:id/authenticate', async (c) => {
    const session = await current(c.req.param('id'));
    if (session?.status !== 'open') return c.redirect(`${base}/checkout/${c.req.param('id')}`, 303);
    return page(c, authenticatePage(session, base));
  });

  app.post('/checkout/:id/authenticate', async (c) => {
    const session = await current(c.req.param('id'));
    if (!session) return gone(c, 404, 'We couldn’t find this checkout page. Start again from the site.');
    const input: unknown = isJson(c) ? await c.req.json().catch(() => null) : await c.req.parseBody();
    const approve = (input as { approve?: unknown } | null)?.approve;
    if (![true, false, 'true', 'false'].includes(approve as boolean | string)) {
      return c.json(
        {
          code: 'invalid',
          message: 'Send {"approve": true} or {"approve": false}.',
          errors: { approve: 'Use true or false.' },
        },
        422,
      );
    }
    const result = await authenticateSession({ pool, clock, base }, session.id, approve === true || approve === 'true');
    courier.kick();
    return answer(c, session, result, {});
  });

  // Leaving the page charges nothing and closes nothing: the shop decides when the session ends.
  app.post('/checkout/:id/cancel', async (c) => {
    const session = await current(c.req.param('id'));
    if (!session) return gone(c, 404, 'We couldn’t find this checkout page. Start again from the site.');
    const redirectUrl =
      session.status === 'complete' ? redirectUrlOf(session) : (session.cancel_url ?? redirectUrlOf(session));
    return isJson(c) ? c.json({ redirectUrl }) : c.redirect(redirectUrl, 303);
  });
  return app;

  /** The e-mail of the session, or of its customer. */
  async function emailOf({ customer, customer_email: email }: Session): Promise<string | undefined> {
    return (
      email ??
      (customer === null ? undefined : (await findObject<Customer>(pool, 'customer', customer))?.email) ??
      undefined
    );
  }

  function gone(c: Context, status: 404 | 410, message: string): Response | Promise<Response> {
    const code = status === 404 ? 'not_found' : 'session_expired';
    return isJson(c)
      ? c.json({ code, message }, status)
      : page(c, closedPage('Nothing to pay', message, base, null), status);
  }

  function answer(c: Context, session: Session, result: PayResult, typed: Typed): Response | Promise<Response> {
    const authenticateUrl = `${base}/checkout/${session.id}/authenticate`;
    switch (result.kind) {
      case 'paid':
        return isJson(c) ? c.json({ redirectUrl: result.redirectUrl }) : c.redirect(result.redirectUrl, 303);
      case 'requires_action':
        return isJson(c) ? c.json({ status: 'requires_action', authenticateUrl }) : c.redirect(authenticateUrl, 303);
      case 'declined':
        if (isJson(c))
          return c.json(
            {
              code: result.code === 'payment_intent_authentication_failure' ? result.code : 'card_declined',
              declineCode: result.code,
              message: result.message,
            },
            402,
          );
        return page(c, checkoutPage({ session, base, typed, errors: { card: result.message } }), 402);
      case 'closed':
        return gone(c, 410, result.message);
    }
  }
}

function isJson(c: Context): boolean {
  return (
    (c.req.header('content-type') ?? '').startsWith('application/json') ||
    (c.req.header('accept') ?? '').startsWith('application/json')
  );
}

async function readJson(c: Context, session: Session): Promise<Read> {
  const parsed = jsonPay.safeParse(await c.req.json().catch(() => null));
  if (!parsed.success) return { errors: { card: 'Send {"card": "4242424242424242"}.' }, typed: {} };
  const { card, name, email, address } = parsed.data;
  const countries = session.shipping_address_collection?.allowed_countries;
  if (address && countries?.includes(address.country) === false)
    return { errors: { country: 'Select a country.' }, typed: {} };
  const full = address ? { ...address, line2: address.line2 ?? null, state: address.state ?? null } : null;
  return { buyer: { card, name: name ?? 'Sample Buyer', email: email ?? null, address: full }, typed: {} };
}
