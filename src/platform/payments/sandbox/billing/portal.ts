import { type Context, Hono } from 'hono';
import { answerFor } from '../cards.ts';
import type { Courier } from '../courier.ts';
import { StripeFault } from '../errors.ts';
import type { Faults } from '../faults.ts';
import { seconds } from '../objects.ts';
import { pageHeaders } from '../pages/hosted.ts';
import { closedPage } from '../pages/page.ts';
import { findObject, inTransaction, listObjects } from '../store.ts';
import { payInvoice, replaceCard } from './billing-cycle.ts';
import type { Invoice, PortalSession, Subscription } from './billing-objects.ts';
import { invoicePage, portalPage } from './portal-page.ts';
import { type Books, setCancelAtPeriodEnd } from './subscriptions.ts';

/** Life of a portal link. */
const lifeSeconds = 3_600;

/**
 * The billing portal and the pages of invoices. A link is sufficient for access, so links are long, secret and
 * short-lived.
 */
export function hostedPortal({
  pool,
  clock,
  base,
  courier,
  faults,
}: Books & { courier: Courier; faults(): Faults }): Hono {
  const app = new Hono();
  const page = (c: Context, text: string, status = 200) => c.html(text, status as 200, pageHeaders);

  app.use('*', async (c, next) => {
    if (!/\/(portal|invoices)\//.test(c.req.path) || !faults().down) return next();
    return page(
      c,
      closedPage('Page unavailable', 'The billing page is unavailable right now. Try again in a moment.', base, null),
      503,
    );
  });

  app.get('/invoices/:id', async (c) => {
    const invoice = await findObject<Invoice>(pool, 'invoice', c.req.param('id'));
    return invoice
      ? page(c, invoicePage(invoice, base, null))
      : page(
          c,
          closedPage('Page not found', 'We couldn’t find this invoice. Open your invoices again.', base, null),
          404,
        );
  });
  app.post('/invoices/:id/pay', async (c) => {
    const id = c.req.param('id');
    const typed = (await c.req.parseBody()).cardNumber;
    const answer = answerFor(typeof typed === 'string' ? typed : '');
    let problem = answer.kind === 'declined' ? { status: 402, message: answer.message } : null;
    try {
      if (!problem) await inTransaction(pool, (db) => payInvoice(db, clock, id));
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      problem = { status: 409, message: error.message };
    }
    courier.kick();
    const invoice = await findObject<Invoice>(pool, 'invoice', id);
    if (!invoice)
      return page(
        c,
        closedPage('Page not found', 'We couldn’t find this invoice. Open your invoices again.', base, null),
        404,
      );
    return page(c, invoicePage(invoice, base, problem?.message ?? null), problem?.status);
  });
  app.get('/portal/:id', (c) => show(c, null, null));
  app.post('/portal/:id/cancel', (c) =>
    act(c, 'Plan cancelled', (subscription) =>
      inTransaction(pool, (db) => setCancelAtPeriodEnd(db, clock, subscription.id, true)),
    ),
  );
  app.post('/portal/:id/keep', (c) =>
    act(c, 'Plan kept', (subscription) =>
      inTransaction(pool, (db) => setCancelAtPeriodEnd(db, clock, subscription.id, false)),
    ),
  );
  app.post('/portal/:id/card', async (c) => {
    const typed = (await c.req.parseBody()).cardNumber;
    const card = typeof typed === 'string' ? typed : '';
    const answer = answerFor(card);
    if (answer.kind === 'declined') return show(c, answer.message, null, 402);
    return act(c, 'Card changed', (subscription) =>
      inTransaction(pool, (db) => replaceCard(db, clock, subscription.id, card)),
    );
  });
  return app;

  async function act(
    c: Context,
    saved: string,
    change: (subscription: Subscription) => Promise<unknown>,
  ): Promise<Response> {
    const session = await openSession(c);
    const subscription = session && (await subscriptionOf(session.customer));
    if (!subscription) return show(c, null, null);
    try {
      await change(subscription);
    } catch (error) {
      if (error instanceof StripeFault) return show(c, error.message, null, 409);
      throw error;
    }
    courier.kick();
    return show(c, null, saved);
  }

  async function show(c: Context, error: string | null, saved: string | null, status = 200): Promise<Response> {
    const session = await openSession(c);
    if (!session)
      return page(c, closedPage('Link expired', 'Go back to the site and open billing again.', base, null), 410);
    const [subscription, invoices] = await Promise.all([
      subscriptionOf(session.customer),
      listObjects(pool, { object: 'invoice', customer: session.customer, limit: 24 }),
    ]);
    const view = {
      at: `${base}/portal/${session.id}`,
      base,
      returnUrl: session.return_url,
      subscription,
      invoices: invoices as Invoice[],
      error,
      saved,
    };
    return page(c, portalPage(view), status);
  }

  async function openSession(c: Context): Promise<PortalSession | null> {
    const session = await findObject<PortalSession>(pool, 'billing_portal.session', c.req.param('id') ?? '');
    return session && session.created + lifeSeconds > seconds(clock.now()) ? session : null;
  }

  /** The active subscription, otherwise the last. */
  async function subscriptionOf(customer: string): Promise<Subscription | null> {
    const found = (await listObjects(pool, { object: 'subscription', customer, limit: 10 })) as Subscription[];
    return found.find((one) => one.ended_at === null) ?? found[0] ?? null;
  }
}
