import { and, desc, eq, ne } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import { isId, newId } from '#kernel/ids.ts';
import { conflict, notFound, signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { lockUser } from '#platform/identity/users.server.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { addressesLimits, addressesQuotas } from './addresses.limits.ts';
import { addressPolicy, unknownAddress } from './addresses.policy.ts';
import { type AddressRow, address } from './addresses.tables.ts';
import { checkAddress } from './check-address.server.ts';
import { type AddressInput, addressRefusals, type ChangeAddressInput } from './contract.ts';

/**
 * Adds an address to the member's book; answers its id. The first one is the default. Refuses a missing field (422), a
 * full book (409 `too_many_addresses`), too many changes (429).
 */
export async function addAddress(platform: Platform, actor: Actor, input: AddressInput): Promise<string> {
  const checked = checkAddress(input);
  await platform.limits.count(addressesLimits.changes, actor.id);
  const id = newId();
  await write(platform, async (tx) => {
    await lockBook(tx, actor);
    const count = await tx.db.$count(address, eq(address.memberId, actor.id));
    if (count >= addressesQuotas.book.most) throw overQuota(addressesQuotas.book);
    const now = platform.clock.now();
    const isDefault = input.isDefault || count === 0;
    if (isDefault) await clearDefault(tx, actor.id);
    await tx.db
      .insert(address)
      .values({ ...checked, id, memberId: actor.id, isDefault, createdAt: now, updatedAt: now });
    tx.made(id);
  });
  return id;
}

/**
 * Changes what is sent and nothing else. Refuses an unknown address and, in the same words, another member's (404),
 * another version than the member saw (409 `version_changed`), a missing field (422), too many changes (429).
 */
export async function changeAddress(
  platform: Platform,
  actor: Actor,
  id: string,
  { version, isDefault, ...change }: ChangeAddressInput,
): Promise<void> {
  await platform.limits.count(addressesLimits.changes, actor.id);
  await write(platform, async (tx) => {
    const before = await lockAddress(tx, actor, id);
    if (version !== undefined && version !== before.version)
      throw conflict(
        addressRefusals.versionChanged,
        'This address was changed somewhere else. Reload the page and repeat your changes.',
        { version: before.version },
      );
    const after = checkAddress({ ...before, ...change });
    if (isDefault) await clearDefault(tx, actor.id);
    await tx.db
      .update(address)
      .set({
        ...after,
        isDefault: before.isDefault || isDefault === true,
        version: before.version + 1,
        updatedAt: platform.clock.now(),
      })
      .where(eq(address.id, id));
  });
}

/**
 * Deletes an address; the newest other one becomes the default in its place. Orders keep their copy. Refuses an unknown
 * address and, in the same words, another member's (404).
 */
export async function removeAddress(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const { isDefault } = await lockAddress(tx, actor, id);
    await tx.db.delete(address).where(eq(address.id, id));
    if (!isDefault) return;
    const [next] = await tx.db
      .select({ id: address.id })
      .from(address)
      .where(and(eq(address.memberId, actor.id), ne(address.id, id)))
      .orderBy(desc(address.createdAt), desc(address.id))
      .limit(1);
    if (next) await tx.db.update(address).set({ isDefault: true }).where(eq(address.id, next.id));
  });
}

/** Changes of one book come one after the other, so that it has one default and never too many addresses. */
async function lockBook(tx: Tx, { id }: Actor): Promise<void> {
  if (!(await lockMember(tx, id))) throw signInFirst();
  await lockUser(tx.db, id);
}

async function lockAddress(tx: Tx, actor: Actor, id: string): Promise<AddressRow> {
  await lockBook(tx, actor);
  const [row] = isId(id) ? await tx.db.select().from(address).where(eq(address.id, id)) : [];
  if (!row) throw notFound(unknownAddress);
  addressPolicy.check(actor, 'change', row);
  return row;
}

async function clearDefault(tx: Tx, memberId: string): Promise<void> {
  await tx.db
    .update(address)
    .set({ isDefault: false })
    .where(and(eq(address.memberId, memberId), address.isDefault));
}
