import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { conflict, invalid } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { listingRefusals } from './contract.ts';
import { listing } from './listing.tables.ts';
import { lockShelf } from './listing.write.server.ts';

export interface RepeatableRequest {
  key: string;
  /** Of the body, to tell a repetition from another request under the same key. */
  digest: string;
}

/** Reads `Idempotency-Key`; null where the sender gave none. Refuses one that could not have been meant as a key (422). */
export function repeatableRequest(header: string | undefined, body: unknown): RepeatableRequest | null {
  if (header === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(header)) throw invalid({ 'Idempotency-Key': 'The Idempotency-Key must be 1 to 255 printable characters.' });
  return { key: header, digest: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
}

/**
 * The listing that this request made before, or null for the first time. The seller's one row stays locked, so the second of two that come at the
 * same moment waits here and then finds what the first one made.
 */
export async function findMade(tx: Tx, sellerId: string, { key, digest }: RepeatableRequest): Promise<string | null> {
  await lockShelf(tx, sellerId);
  const [made] = await tx.db
    .select({ id: listing.id, digest: listing.requestDigest })
    .from(listing)
    .where(and(eq(listing.sellerId, sellerId), eq(listing.requestKey, key)));
  if (made && made.digest !== digest) {
    throw conflict(listingRefusals.keyReused, 'This Idempotency-Key came with another request before. Use a new key for a new request.');
  }
  return made?.id ?? null;
}
