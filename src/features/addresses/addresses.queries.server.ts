import { and, desc, eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { linesOf } from './address.rules.ts';
import { addressPolicy, unknownAddress } from './addresses.policy.ts';
import { type AddressRow, address } from './addresses.tables.ts';
import { warningsOf } from './check-address.server.ts';
import { type Address, addressSchema } from './contract.ts';

/** A member's addresses: the default first, then the newest. */
export async function listAddresses(db: Db, memberId: string): Promise<Address[]> {
  const rows = await db
    .select()
    .from(address)
    .where(eq(address.memberId, memberId))
    .orderBy(desc(address.isDefault), desc(address.createdAt), desc(address.id));
  return rows.map(presentAddress);
}

/** The country of the member's default address; null for an empty book. */
export async function findDefaultCountry(db: Db, memberId: string): Promise<string | null> {
  const [row] = await db
    .select({ country: address.country })
    .from(address)
    .where(and(eq(address.memberId, memberId), address.isDefault));
  return row?.country ?? null;
}

/** One of the member's own addresses; null for an unknown one and for another member's. */
export async function findOwnAddress(db: Db, memberId: string, id: string): Promise<AddressRow | null> {
  const own = and(eq(address.id, id), eq(address.memberId, memberId));
  const [row] = isId(id) ? await db.select().from(address).where(own) : [];
  return row ?? null;
}

/** One of the member's own addresses. Refuses an unknown one and, in the same words, another member's (404). */
export async function getAddress(db: Db, actor: Actor, id: string): Promise<Address> {
  const [row] = isId(id) ? await db.select().from(address).where(eq(address.id, id)) : [];
  if (!row) throw notFound(unknownAddress);
  addressPolicy.check(actor, 'change', row);
  return presentAddress(row);
}

function presentAddress({ memberId: _, createdAt, updatedAt, ...row }: AddressRow): Address {
  return addressSchema.parse({
    ...row,
    lines: linesOf(row),
    warnings: warningsOf(row),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  });
}
