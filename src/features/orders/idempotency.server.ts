import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { conflict, invalid, Refusal } from '#kernel/refusal.ts';
import { hourMs } from '#kernel/time.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { orderRefusals } from './contract.ts';

/** A write that its sender may repeat: the key is the sender's, the fingerprint says whether it is still the same request. */
export interface RequestKey {
  actorId: string;
  key: string;
  fingerprint: string;
}

export type Claim =
  /** This request is the first: do the work. */
  | { kind: 'first' }
  /** It was answered before: send the same bytes. */
  | { kind: 'answered'; status: number; body: string }
  /** The first is still at it, for this subject. */
  | { kind: 'running'; subject: string; startedAt: Date };

const keyLifeMs = 24 * hourMs;
const waitMs = 12_000;

export function requestKey(actorId: string, header: string | undefined, request: unknown): RequestKey | null {
  if (header === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(header)) throw invalid({ 'Idempotency-Key': 'The Idempotency-Key must be 1 to 255 printable characters.' });
  return { actorId, key: header, fingerprint: createHash('sha256').update(JSON.stringify(request)).digest('hex') };
}

/** Claims the key in the transaction of the effect, so that there is never one without the other. A second request waits here for the first one's commit. */
export async function claimKey(tx: Tx, { actorId, key, fingerprint }: RequestKey, subject: string, now: Date): Promise<Claim> {
  const old = new Date(now.getTime() - keyLifeMs);
  const { rowCount } = await tx.db.execute(sql`
    insert into idempotency_key as k (actor_id, key, fingerprint, subject, created_at) values (${actorId}, ${key}, ${fingerprint}, ${subject}, ${now})
    on conflict (actor_id, key) do update
      set fingerprint = excluded.fingerprint, subject = excluded.subject, status = null, body = null, created_at = excluded.created_at
      where k.created_at < ${old}`);
  if (rowCount === 1) return { kind: 'first' };
  const kept = await findKept(tx.db, actorId, key);
  if (!kept) throw keyInUse();
  if (kept.fingerprint !== fingerprint) {
    throw conflict(orderRefusals.keyReused, 'This Idempotency-Key came with another request before. Use a new key for a new request.');
  }
  if (kept.status !== null && kept.body !== null) return { kind: 'answered', status: kept.status, body: kept.body };
  return { kind: 'running', subject: kept.subject, startedAt: new Date(kept.created_at) };
}

/** Waits for the first request's answer. Null when it failed and gave the key back. */
export async function awaitAnswer(platform: Pick<Platform, 'db'>, { actorId, key }: RequestKey): Promise<{ status: number; body: string } | null> {
  for (let waited = 0; waited < waitMs; waited += 40) {
    const kept = await findKept(platform.db, actorId, key);
    if (!kept) return null;
    if (kept.status !== null && kept.body !== null) return { status: kept.status, body: kept.body };
    await pause(40);
  }
  throw keyInUse();
}

/** Keeps the answer. What was kept first stays, so that all requests of a key are sent the same bytes. */
export async function keepAnswer(
  platform: Pick<Platform, 'db'>,
  { actorId, key }: RequestKey,
  status: number,
  body: string,
): Promise<{ status: number; body: string }> {
  const { rows } = await platform.db.execute<{ status: number; body: string }>(sql`
    update idempotency_key set status = coalesce(status, ${status}), body = coalesce(body, ${body})
    where actor_id = ${actorId} and key = ${key} returning status, body`);
  return rows[0] ?? { status, body };
}

/** The effect was undone: the same key may try again. */
export async function giveKeyBack(platform: Pick<Platform, 'db'>, { actorId, key }: RequestKey): Promise<void> {
  await platform.db.execute(sql`delete from idempotency_key where actor_id = ${actorId} and key = ${key} and body is null`);
}

export async function forgetOldKeys(platform: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const old = new Date(platform.clock.now().getTime() - keyLifeMs);
  await platform.db.execute(sql`delete from idempotency_key where created_at < ${old}`);
}

interface Kept extends Record<string, unknown> {
  fingerprint: string;
  subject: string;
  status: number | null;
  body: string | null;
  created_at: string;
}

async function findKept(db: Tx['db'], actorId: string, key: string): Promise<Kept | null> {
  const { rows } = await db.execute<Kept>(
    sql`select fingerprint, subject, status, body, created_at from idempotency_key where actor_id = ${actorId} and key = ${key}`,
  );
  return rows[0] ?? null;
}

function keyInUse(): Refusal {
  return new Refusal(409, orderRefusals.keyInUse, 'The first request with this Idempotency-Key is still being answered. Ask again in a moment.', {
    retryAfterSeconds: 2,
  });
}
