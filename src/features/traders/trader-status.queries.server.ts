import { desc, eq } from 'drizzle-orm';
import { findPublicId } from '#features/members/index.server.ts';
import { formatList } from '#kernel/format.ts';
import { notFound, Refusal } from '#kernel/refusal.ts';
import { profileNotFound } from '#kernel/specified-texts.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import {
  type OwnStatus,
  ownStatusSchema,
  type SellerTerms,
  sellerTermsSchema,
  type Trader,
  traderRefusals,
} from './contract.ts';
import { missingOf, type NeededOfTrader, neededOfTrader, rightsSentences } from './model/trader.rules.ts';
import { type StatusRow, sellerStatus, sellerStatusChange } from './model/traders.tables.ts';

export async function findStatus(db: Db, memberId: string): Promise<StatusRow | null> {
  const [row] = await db.select().from(sellerStatus).where(eq(sellerStatus.memberId, memberId));
  return row ?? null;
}

/** A seller's legal status and data, for buyers. */
export async function sellerTermsOf(db: Db, memberId: string): Promise<SellerTerms> {
  return termsOf(await findStatus(db, memberId));
}

/** The status of a public member, by id or name. Refuses an unknown one and a closed profile (404). */
export async function getSellerTerms(db: Db, idOrUsername: string): Promise<SellerTerms> {
  const id = await findPublicId(db, idOrUsername);
  if (id === null) throw notFound(profileNotFound);
  return sellerTermsOf(db, id);
}

/** A member's own status, with the missing data. */
export async function getOwnStatus(db: Db, memberId: string): Promise<OwnStatus> {
  const row = await findStatus(db, memberId);
  return ownStatusSchema.parse({
    ...termsOf(row),
    missing: row ? missingOf(row) : [],
    isMarked: row?.markedAt != null,
    dueAt: (row && missingOf(row).length > 0 && row.dataDueAt?.toISOString()) || null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  });
}

/** Before a listing goes up: refuses a trader without the required data (403 `trader_data_missing`). */
export async function requireTraderData({ db }: Pick<Tx, 'db'>, memberId: string): Promise<void> {
  const row = await findStatus(db, memberId);
  const missing = row ? missingOf(row) : [];
  if (missing.length === 0) return;
  throw new Refusal(403, traderRefusals.dataMissing, missingDataSentence(missing), { details: { missing } });
}

export function missingDataSentence(missing: readonly NeededOfTrader[]): string {
  const named = formatList(missing.map((name) => neededOfTrader[name]));
  return `Complete your seller details in Settings to publish. Missing: ${named}. Your draft is saved.`;
}

/** When the data of a marked trader is due; null where none is missing. */
export async function traderDataDueAt(db: Db, memberId: string): Promise<Date | null> {
  const row = await findStatus(db, memberId);
  return row?.markedAt && missingOf(row).length > 0 ? row.dataDueAt : null;
}

/** The last changes, newest first, for admins. */
export function listChanges(db: Db, memberId: string) {
  return db
    .select()
    .from(sellerStatusChange)
    .where(eq(sellerStatusChange.memberId, memberId))
    .orderBy(desc(sellerStatusChange.id))
    .limit(5);
}

function termsOf(row: StatusRow | null): SellerTerms {
  const kind = row?.kind ?? 'private';
  return sellerTermsSchema.parse({
    kind,
    trader: row && kind === 'trader' ? shownOf(row) : null,
    rights: rightsSentences[kind],
  });
}

function shownOf({
  memberId: _,
  kind: _kind,
  markedBy: _by,
  markedAt: _at,
  dataDueAt: _due,
  updatedAt: _when,
  certifiedAt,
  ...shown
}: StatusRow): Trader {
  return { ...shown, certifiedAt: certifiedAt?.toISOString() ?? null };
}
