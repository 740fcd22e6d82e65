import { and, count, desc, eq } from 'drizzle-orm';
import { isId, newId } from '#kernel/ids.ts';
import { invalid, notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { lockUser } from '#platform/identity/users.server.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { OwnColumnsInput } from '../contract.ts';
import { importColumns } from '../model/import.tables.ts';
import { importsQuotas } from '../model/imports.limits.ts';
import { headerOf, neededFields } from '../read/own-columns.ts';
import { requirePremium } from '../run/require-premium.server.ts';

/** A seller's own column definitions, newest first. */
export function ownColumnsOf(db: Db, sellerId: string) {
  return db
    .select()
    .from(importColumns)
    .where(eq(importColumns.sellerId, sellerId))
    .orderBy(desc(importColumns.createdAt));
}

const missingSentences = {
  name: 'Choose the column with the card name.',
  quantity: 'Choose the column with the quantity.',
  both: 'Choose the columns with the card name and the quantity.',
} as const;

/**
 * Stores how files with this header are read, and replaces a former definition. Refuses (422) a missing required
 * column.
 */
export async function explainColumns(
  platform: Platform,
  actor: Actor,
  { header, columns, game, currency, condition }: OwnColumnsInput,
): Promise<{ id: string }> {
  await requirePremium(platform, actor);
  // The id of a service names a card, too.
  const isNamed = columns.cardmarketId !== undefined || columns.externalId !== undefined;
  const missing = neededFields.filter((field) => columns[field] === undefined && !(field === 'name' && isNamed));
  const [field, ...others] = missing;
  if (field) throw invalid({ columns: missingSentences[others.length > 0 ? 'both' : field] });
  if (Object.values(columns).some((place) => place >= header.length))
    throw invalid({ columns: `Choose columns from 0 to ${header.length - 1}.` });
  const now = platform.clock.now();
  const id = newId(now.getTime());
  await write(platform, async (tx) => {
    // Concurrent definitions of one header are stored one after the other, and the last one stays.
    await lockUser(tx.db, actor.id);
    const own = headerOf(header);
    await tx.db.delete(importColumns).where(and(eq(importColumns.sellerId, actor.id), eq(importColumns.header, own)));
    const [stored] = await tx.db.select({ n: count() }).from(importColumns).where(eq(importColumns.sellerId, actor.id));
    if ((stored?.n ?? 0) >= importsQuotas.columns.most) throw overQuota(importsQuotas.columns);
    await tx.db
      .insert(importColumns)
      .values({ id, sellerId: actor.id, header: own, columns, game, currency, condition, createdAt: now });
  });
  return { id };
}

const unknownColumns = 'We couldn’t find this column mapping. It may have been deleted.';

/** Deletes one. Refuses another seller's (404). */
export async function forgetColumns(platform: Platform, actor: Actor, id: string): Promise<void> {
  if (!isId(id)) throw notFound(unknownColumns);
  await write(platform, async (tx) => {
    const gone = await tx.db
      .delete(importColumns)
      .where(and(eq(importColumns.id, id), eq(importColumns.sellerId, actor.id)))
      .returning({ id: importColumns.id });
    if (gone.length === 0) throw notFound(unknownColumns);
  });
}
