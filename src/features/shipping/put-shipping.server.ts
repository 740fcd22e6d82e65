import { and, eq, ne } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import { conflict, invalid, signInFirst } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { isPaidOutIn, unpaidCountrySentence } from '#platform/payments/payout-countries.ts';
import type { Platform } from '#platform/platform.ts';
import { type ShippingInput, shippingRefusals, viewOf } from './contract.ts';
import { shippingChanged } from './model/shipping.events.ts';
import { firstShipDays } from './model/shipping.rules.ts';
import { shippingMethod, shippingTable, startingSeller } from './model/shipping.tables.ts';
import { shippingLimits } from './shipping.limits.ts';
import { suggestedMethods } from './shipping.queries.server.ts';
import { readCountry } from './words.ts';

/**
 * Replaces the member's whole table; orders keep what they were shipped by. Refuses another version than the member saw
 * (409 `version_changed`), too many changes (429).
 */
export async function putShipping(platform: Platform, actor: Actor, input: ShippingInput): Promise<void> {
  requirePaidCountry(platform, input.sendsFrom);
  await platform.limits.count(shippingLimits.changes, actor.id);
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    await storeTable(tx, actor.id, input, platform.clock.now());
    appendChanged(tx, actor.id, input.version + 1);
  });
}

/** Saves the suggested methods as the member's first table. Refuses what is no country (422), and as `putShipping` does. */
export async function copySuggested(platform: Platform, actor: Actor, sendsFrom: string): Promise<void> {
  const methods = (await suggestedMethods(platform.db)).map(viewOf);
  await putShipping(platform, actor, {
    version: 0,
    sendsFrom: requireCountry(sendsFrom),
    shipDays: firstShipDays,
    methods,
  });
}

/** Refuses (422) a country that the host can't pay sellers in, where the host has set its own. */
export function requirePaidCountry({ config }: Pick<Platform, 'config'>, sendsFrom: string | null | undefined): void {
  if (config.hostCountry !== null && sendsFrom && !isPaidOutIn(sendsFrom, config.hostCountry))
    throw invalid({ sendsFrom: unpaidCountrySentence(sendsFrom) });
}

function requireCountry(typed: string): string {
  const country = readCountry(typed);
  if (country === null) throw invalid({ sendsFrom: 'Choose a country.' });
  return country;
}

/**
 * Stores the country that a member ships from before they have methods. A table keeps its own. Refuses what is no country
 * (422).
 */
export async function setSendsFrom(platform: Platform, actor: Actor, typed: string): Promise<void> {
  const sendsFrom = requireCountry(typed);
  requirePaidCountry(platform, sendsFrom);
  await platform.limits.count(shippingLimits.changes, actor.id);
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    const now = platform.clock.now();
    const facts = { sendsFrom, updatedAt: now };
    await tx.db
      .insert(shippingTable)
      .values({ sellerId: actor.id, ...facts, shipDays: firstShipDays, version: 0 })
      .onConflictDoUpdate({
        target: shippingTable.sellerId,
        set: facts,
        setWhere: and(eq(shippingTable.version, 0), ne(shippingTable.sendsFrom, sendsFrom)),
      });
    appendChanged(tx, actor.id, now.getTime());
  });
}

/** The topics of pages that show the seller's listings. */
const appendChanged = (tx: Tx, sellerId: string, version: number) =>
  tx.append(shippingChanged, { subject: sellerId, version, topics: [`profile:${sellerId}`, `seller:${sellerId}`] });

/** Replaces the table that sellers start from; theirs stay. Refuses another version (409 `version_changed`). */
export async function putStartingTable(platform: Platform, by: string, input: ShippingInput): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await storeTable(tx, startingSeller, input, now);
    const data = { version: input.version + 1 };
    await recordAct(tx, { by, act: 'shipping-table.saved', subject: 'shipping', data }, now);
  });
}

async function storeTable(
  tx: Tx,
  sellerId: string,
  { version, sendsFrom, shipDays, methods }: ShippingInput,
  now: Date,
): Promise<void> {
  const facts = { sendsFrom, shipDays, version: version + 1, updatedAt: now };
  // Of two writers of one version, the second finds no row to insert or to update.
  const stored =
    version === 0
      ? await tx.db
          .insert(shippingTable)
          .values({ sellerId, ...facts })
          // A row of version 0 has only the country.
          .onConflictDoUpdate({
            target: shippingTable.sellerId,
            set: facts,
            setWhere: eq(shippingTable.version, 0),
          })
          .returning({ version: shippingTable.version })
      : await tx.db
          .update(shippingTable)
          .set(facts)
          .where(and(eq(shippingTable.sellerId, sellerId), eq(shippingTable.version, version)))
          .returning({ version: shippingTable.version });
  if (stored.length === 0)
    throw conflict(
      shippingRefusals.versionChanged,
      'These shipping methods were changed somewhere else. Reload the page and repeat your changes.',
    );
  await tx.db.delete(shippingMethod).where(eq(shippingMethod.sellerId, sellerId));
  await tx.db.insert(shippingMethod).values(
    methods.map(({ tracked, maxValue, price, freeFrom, ...method }, position) => ({
      ...method,
      sellerId,
      position,
      isTracked: tracked,
      maxValue: maxValue?.amount ?? null,
      price: price.amount,
      currency: price.currency,
      freeFrom: freeFrom?.amount ?? null,
    })),
  );
}
