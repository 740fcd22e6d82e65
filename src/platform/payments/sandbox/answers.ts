import type { Context } from 'hono';
import { badParam } from './errors.ts';
import { type Answer, fingerprintOf, type Keyed } from './idempotency.ts';
import { type Form, parseForm } from './pages/form.ts';

/** A list as the v1 API returns it. */
export function listOf(url: string, data: readonly unknown[], hasMore: boolean): Record<string, unknown> {
  return { object: 'list', url: url.slice(Math.max(0, url.indexOf('/v1/'))), has_more: hasMore, data };
}

export function queryForm(c: Context): Form {
  return parseForm(new URL(c.req.url).search.slice(1));
}

/** The parameters of a call that changes something, and its idempotency key. */
export async function readWrite(c: Context, nowSeconds: number): Promise<{ form: Form; keyed: Keyed }> {
  const text = await c.req.text();
  const key = c.req.header('idempotency-key') ?? null;
  if (key !== null && key.length > 255) throw badParam('', 'Idempotency keys must be at most 255 characters long.');
  return {
    form: parseForm(text),
    keyed: { key, fingerprint: fingerprintOf(c.req.method, c.req.path, text), nowSeconds },
  };
}

export function answer(c: Context, { status, body, replayed }: Answer): Response {
  if (replayed) c.header('idempotent-replayed', 'true');
  return c.json(body, status as 200);
}
