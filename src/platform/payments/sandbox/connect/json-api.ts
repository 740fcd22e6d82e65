import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { answer, queryForm } from '../answers.ts';
import type { ApiOptions } from '../api.ts';
import { badParam } from '../errors.ts';
import { fingerprintOf, once } from '../idempotency.ts';
import { type StripeObject, seconds } from '../objects.ts';
import { listObjects, type Queryable } from '../store.ts';
import { createAccountLink } from './account-links.ts';
import { closeAccount, createAccount, readAccount } from './accounts.ts';
import { readJson } from './json-params.ts';
import { showThinEvent } from './show-thin-event.ts';

/** v2 names moments as text. */
const moment = z
  .string()
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1_000)))
  .refine(Number.isFinite, 'not a time');
const eventQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  types: z.array(z.string()).max(20).optional(),
  object_id: z.string().optional(),
  created: z.strictObject({ gte: moment.optional(), lte: moment.optional() }).optional(),
  page: z.string().optional(),
});

/** The v2 calls: accounts, account links, events. Their bodies are JSON. */
export function addAccounts(app: Hono, { pool, clock, courier, base }: ApiOptions): void {
  app.post('/v2/core/accounts', (c) => change(c, (db, body) => createAccount(db, clock, body)));
  app.get('/v2/core/accounts/:id', async (c) => c.json(await readAccount(pool, c.req.param('id'), queryForm(c))));
  app.post('/v2/core/accounts/:id/close', (c) =>
    change(c, (db, body) => closeAccount(db, clock, c.req.param('id'), body)),
  );
  app.post('/v2/core/account_links', (c) => change(c, (db, body) => createAccountLink(db, clock, base, body)));

  app.get('/v2/core/events', async (c) => {
    const { limit, types, object_id: objectId, created, page } = readJson(eventQuery, queryForm(c));
    const found = await listObjects(pool, {
      object: 'v2.core.event',
      limit,
      types,
      createdFrom: created?.gte,
      createdTo: created?.lte,
      startingAfter: page,
      fields: objectId === undefined ? {} : { related_object: { id: objectId } },
    });
    const data = found.slice(0, limit);
    const last = data.at(-1);
    const next = new URL(c.req.url);
    if (last) next.searchParams.set('page', last.id);
    // The SDK adds the address of the API.
    const path = `/v2/core/events${next.search}`;
    return c.json({ data: data.map(showThinEvent), next_page_url: found.length > limit ? path : null });
  });

  async function change(
    c: Context,
    work: (db: Queryable, body: unknown) => Promise<Record<string, unknown>>,
  ): Promise<Response> {
    const text = await c.req.text();
    let body: unknown;
    try {
      body = text === '' ? {} : JSON.parse(text);
    } catch {
      throw badParam('', 'The body is not valid JSON.', 'invalid_json');
    }
    const key = c.req.header('idempotency-key') ?? null;
    const keyed = {
      key,
      fingerprint: fingerprintOf(c.req.method, c.req.path, text),
      nowSeconds: seconds(clock.now()),
    };
    const result = await once(pool, keyed, async (db) => (await work(db, body)) as StripeObject);
    courier.kick();
    return answer(c, result);
  }
}
