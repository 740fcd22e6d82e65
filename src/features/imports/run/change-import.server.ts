import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { finishes } from '#features/catalogue/words.ts';
import { isId } from '#kernel/ids.ts';
import { slicesOf } from '#kernel/numbers/slices.ts';
import { conflict, invalid, notFound } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type ChangeRowInput, type CommitInput, importRefusals } from '../contract.ts';
import { countRows, isLeft, isWithoutFinish } from '../imports.queries.server.ts';
import { onlyFinishOf } from '../match/copy-of.ts';
import { correctedRow } from '../model/corrected-row.ts';
import { importChanged } from '../model/import.events.ts';
import { commitJob, undoJob } from '../model/import.jobs.ts';
import { unknownImport } from '../model/import.policy.ts';
import { type ImportMove, importMoves, importTimes, leadsFrom } from '../model/import.process.ts';
import { type ImportRowRow, importRow, type StockImportRow, stockImport } from '../model/import.tables.ts';
import { type PlainOutcome, unreadOf } from '../model/import.texts.ts';
import { requirePremium } from './require-premium.server.ts';

const stateWords: Record<StockImportRow['status'], string> = {
  preview: 'This import has no listings yet. Import its rows first.',
  committing: 'This import is in progress. Wait until it is done.',
  committed: 'This import is already done.',
  undoing: 'This import is being undone. Wait until the undo is finished.',
  undone: 'This import was undone. Import the file again.',
};

/**
 * Locks the seller's import and moves it. Refuses another seller's (404), and a move that its state does not allow (409
 * `wrong_state`).
 */
export async function moveImport(
  tx: Tx,
  id: string,
  sellerId: string | null,
  move: ImportMove,
  set: Partial<StockImportRow> = {},
): Promise<StockImportRow> {
  const [row] = isId(id) ? await tx.db.select().from(stockImport).where(eq(stockImport.id, id)).for('update') : [];
  if (!row || (sellerId !== null && row.sellerId !== sellerId)) throw notFound(unknownImport);
  if (!leadsFrom(move, row.status))
    throw conflict(importRefusals.wrongState, stateWords[row.status], { importStatus: row.status });
  const moved = { ...row, ...set, status: importMoves[move].to ?? row.status, version: row.version + 1 };
  await tx.db
    .update(stockImport)
    .set({ ...set, status: moved.status, version: moved.version })
    .where(eq(stockImport.id, id));
  tx.append(importChanged, {
    subject: id,
    version: moved.version,
    topics: [`user:${row.sellerId}`],
    data: { status: moved.status },
  });
  return row;
}

/**
 * Corrects a row: its printing, quantity, price, finish, condition or language, or whether it is left out. A doubtful row becomes
 * sure.
 */
export async function changeRow(
  platform: Platform,
  actor: Actor,
  id: string,
  n: number,
  change: ChangeRowInput,
): Promise<void> {
  const cardId = change.catalogueCardId;
  if (cardId !== undefined && !(await findCardsByIds(platform.db, [cardId])).has(cardId))
    throw invalid({ catalogueCardId: 'This card isn’t in our card database. Choose another card.' });
  if (change.finish !== undefined && !(finishes as readonly string[]).includes(change.finish))
    throw invalid({ finish: `Choose one of these finishes: ${finishes.join(', ')}.` });
  await write(platform, async (tx) => {
    await moveImport(tx, id, actor.id, 'change');
    const [row] = await tx.db
      .select()
      .from(importRow)
      .where(and(eq(importRow.importId, id), eq(importRow.n, n)));
    if (!row) throw notFound('We couldn’t find this row. Reload the page.');
    const condition = change.condition ?? row.condition;
    if (row.status === 'rejected' && condition === null) throw invalid({ condition: 'Choose a condition first.' });
    if (row.listingId !== null)
      throw conflict(importRefusals.wrongState, 'This row is already listed. Edit its listing instead.');
    const card = cardId ?? row.cardId;
    const leaveOut = change.leaveOut ?? row.isLeftOut;
    if (!leaveOut && card === null) throw invalid({ catalogueCardId: 'Choose a card first.' });
    if (!leaveOut) refuseUnread(row, change);
    const quantity = change.quantity ?? row.quantity;
    if (!leaveOut && quantity === 0) throw invalid({ quantity: 'Enter a quantity of at least 1.' });
    await tx.db
      .update(importRow)
      .set(
        correctedRow(
          row,
          {
            cardId: card,
            isLeftOut: leaveOut,
            finish: change.finish ?? (cardId === undefined ? row.finish : null),
            quantity,
            ...(change.condition && { condition: change.condition }),
            ...(change.language && { language: change.language }),
            ...(change.price && { priceAmount: change.price.amount, currency: change.price.currency }),
          },
          !leaveOut,
        ),
      )
      .where(and(eq(importRow.importId, id), eq(importRow.n, n)));
  });
}

/** An unreadable value is never replaced by a default: the seller sets it. */
function refuseUnread(row: ImportRowRow, { condition, language }: ChangeRowInput): void {
  const unread = unreadOf(row);
  if (unread.includes('condition') && condition === undefined)
    throw invalid({ condition: 'Choose a condition first.' });
  if (unread.includes('language') && language === undefined) throw invalid({ language: 'Choose a language first.' });
}

/**
 * Starts to list rows that are sure and not listed yet, including refused ones; a job continues. Refuses an import
 * without such a row (422).
 */
export async function commitImport(
  platform: Platform,
  actor: Actor,
  id: string,
  { status, price, finish, condition, shipping }: CommitInput,
): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const { committedAt } = await moveImport(tx, id, actor.id, 'commit', {
      listingStatus: status,
      committedAt: now,
      touchedAt: now,
    });
    // Rows of an older release have no time of listing: it was the import's, which changes now.
    if (committedAt !== null)
      await tx.db
        .update(importRow)
        .set({ listedAt: committedAt })
        .where(and(eq(importRow.importId, id), isNotNull(importRow.listingId), isNull(importRow.listedAt)));
    await requirePremium(tx, actor);
    if (finish) await chooseFinish(tx, id, finish);
    if (condition)
      await tx.db
        .update(importRow)
        .set({ condition })
        .where(and(eq(importRow.importId, id), isLeft, isNull(importRow.condition)));
    if (price)
      await tx.db
        .update(importRow)
        .set({ priceAmount: price.amount, currency: price.currency })
        .where(and(eq(importRow.importId, id), isLeft, isNull(importRow.priceAmount)));
    if (shipping)
      await tx.db
        .update(importRow)
        .set({ shipping: [shipping] })
        .where(
          and(
            eq(importRow.importId, id),
            isLeft,
            isNull(importRow.shipping),
            eq(importRow.currency, shipping.price.currency),
          ),
        );
    const taken = await tx.db
      .update(importRow)
      .set({ outcome: null, outcomeParams: null })
      .where(and(eq(importRow.importId, id), isLeft))
      .returning({ n: importRow.n });
    if (taken.length === 0) throw invalid({ rows: 'No rows are ready to import. Choose a card for a row first.' });
    await tx.db
      .update(stockImport)
      .set({ counts: await countRows(tx.db, id) })
      .where(eq(stockImport.id, id));
    tx.enqueue(commitJob, { importId: id }, { key: id });
  });
}

/** Rows that are read and updated together. */
const rowsChosenAtOnce = 1_000;

/**
 * For a file without finishes: sets the finish of each row whose only note is the missing finish, where its printing
 * has exactly one of that kind.
 */
async function chooseFinish(tx: Tx, id: string, said: 'normal' | 'foil'): Promise<void> {
  const waiting = await tx.db
    .select({ n: importRow.n, cardId: importRow.cardId })
    .from(importRow)
    .where(and(eq(importRow.importId, id), isWithoutFinish));
  for (const some of slicesOf(waiting, rowsChosenAtOnce)) {
    const cards = await findCardsByIds(
      tx.db,
      some.flatMap(({ cardId }) => cardId ?? []),
    );
    const chosen = some.map(({ n, cardId }) => ({ n, finish: onlyFinishOf(cards.get(cardId ?? ''), said) }));
    await connectionOf(tx.db).query({
      name: 'imports-choose-finish',
      text: `update stock_import_row r set finish = c.finish, status = 'sure', note_codes = '[]' from jsonb_to_recordset($2::jsonb) as c(n int, finish text)
        where r.import_id = $1 and r.n = c.n and c.finish is not null`,
      values: [id, JSON.stringify(chosen)],
    });
  }
}

/** Takes back what was listed within a day and not sold since; a job continues. */
export async function undoImport(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const row = await moveImport(tx, id, actor.id, 'undo', { touchedAt: platform.clock.now() });
    if (row.committedAt && addMs(row.committedAt, importTimes.undoMs) < platform.clock.now())
      throw conflict(
        importRefusals.wrongState,
        'An import can be undone for 24 hours only. Delete the listings under Dashboard, Listings instead.',
        {
          importStatus: row.status,
        },
      );
    const dayAgo = addMs(platform.clock.now(), -importTimes.undoMs);
    await tx.db
      .update(importRow)
      .set({ isLeftOut: true, outcome: 'older' satisfies PlainOutcome })
      .where(and(eq(importRow.importId, id), lt(importRow.listedAt, dayAgo)));
    tx.enqueue(undoJob, { importId: id }, { key: id });
  });
}
