import { readFile } from 'node:fs/promises';
import { printingsOf, printingsOfIds, setNames } from '#features/catalogue/index.server.ts';
import { copyFlags } from '#features/catalogue/words.ts';
import { firstOf } from '#kernel/first-of.ts';
import { newId } from '#kernel/ids.ts';
import { invalid, Refusal } from '#kernel/refusal.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import { connectionOf } from '#platform/db/db.ts';
import { receiveUpload } from '#platform/http/requests/uploads.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { importRefusals, type StockImport } from '../contract.ts';
import type { CardSource } from '../find-cards.ts';
import { getImport } from '../imports.queries.server.ts';
import { importLimits, importSizes, longestFileName, pastedFileName } from '../model/import.process.ts';
import { flagColumns, importRow, stockImport } from '../model/import.tables.ts';
import { importsLimits } from '../model/imports.limits.ts';
import { ownColumnsOf } from '../parse/own-columns.server.ts';
import type { StockRow } from '../parse/parse-row.ts';
import { readStock } from '../parse/read-stock.ts';
import { UnreadableFile } from '../read/read-table.ts';
import { requirePremium } from './require-premium.server.ts';

/**
 * Stores an uploaded file as a preview; nothing is listed. Checks the tier before it reads the body (403), then refuses
 * as 413, 422, 429.
 */
export async function receiveStock(platform: Platform, actor: Actor, request: Request): Promise<StockImport> {
  await requirePremium(platform, actor);
  const limits = { field: 'file', maxFiles: 1, maxFileBytes: importLimits.fileBytes, tooLarge: () => tooLarge() };
  return receiveUpload(platform, actor.id, request, limits, async ([file]) => {
    if (!file) throw invalid({ file: 'Choose a file.' });
    return importStock(platform, actor, await readFile(file.path), fileNameOf(file.name));
  });
}

/** Stores pasted text as a preview. */
export async function importText(platform: Platform, actor: Actor, text: string): Promise<StockImport> {
  await requirePremium(platform, actor);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > importLimits.fileBytes) throw tooLarge();
  return importStock(platform, actor, bytes, null);
}

const tooLarge = () =>
  new Refusal(
    413,
    importRefusals.tooLarge,
    `The file is larger than ${importSizes.file}. Split it into smaller files.`,
  );

/** The name for the list of imports; null where nothing of it can be shown. */
function fileNameOf(name: string): string | null {
  const shown = firstOf(name.trim(), longestFileName);
  return shown !== '' && shown !== pastedFileName && isPlainLine(shown) ? shown : null;
}

async function importStock(
  platform: Platform,
  actor: Actor,
  bytes: Uint8Array,
  fileName: string | null,
): Promise<StockImport> {
  await platform.limits.count(importsLimits.files, actor.id);
  const cards: CardSource = {
    sets: (games) => setNames(platform.db, games),
    printings: (sets) => printingsOf(platform.db, sets),
    byIds: (games, ids) => printingsOfIds(platform.db, games, ids),
  };
  const own = await ownColumnsOf(platform.db, actor.id);
  const stock = await readStock(bytes, cards, { most: importLimits.rows, own }).catch((error: unknown) => {
    if (error instanceof UnreadableFile)
      throw new Refusal(422, importRefusals.unreadable, error.message, {
        errors: { file: error.message },
        details: error.details,
      });
    throw error;
  });
  const now = platform.clock.now();
  const id = newId(now.getTime());
  await write(platform, async (tx) => {
    await tx.db.insert(stockImport).values({
      id,
      sellerId: actor.id,
      fileName,
      format: stock.format.id,
      status: 'preview',
      noteCodes: stock.notes,
      notes: [],
      header: stock.header,
      createdAt: now,
    });
    const currency = stock.format.currency;
    for (let from = 0; from < stock.rows.length; from += importLimits.rowsStoredAtOnce) {
      const rows = stock.rows.slice(from, from + importLimits.rowsStoredAtOnce).map((row) => stored(row, currency));
      await connectionOf(tx.db).query({ name: 'imports-add-rows', text: addRows, values: [id, JSON.stringify(rows)] });
    }
    tx.made(id);
  });
  return getImport(platform.db, actor.id, id);
}

const addRows = `
  insert into stock_import_row (import_id, n, status, said, card_id, candidates, condition, finish, edition, ${flagColumns.join(', ')}, language, quantity, price_amount, currency, grading, is_left_out, note_codes, notes, cells, description, own_sku, place, private_note, cost_amount, cost_currency)
  select $1, n, status, said, card_id, candidates, condition, finish, edition, ${flagColumns.join(', ')}, language, quantity, price_amount, currency, grading, is_left_out, note_codes, '{}', cells, description, own_sku, place, private_note, cost_amount, cost_currency
  from jsonb_to_recordset($2::jsonb) as r(n int, status text, said text, card_id text, candidates text[], condition text, finish text, edition text,
    ${flagColumns.map((name) => `${name} boolean`).join(', ')}, language text,
    quantity int, price_amount bigint, currency text, grading jsonb, is_left_out boolean, note_codes jsonb, cells text[], description text, own_sku text, place text, private_note text, cost_amount bigint, cost_currency text)`;

function stored(row: StockRow, currency: string) {
  return {
    n: row.row,
    status: row.status,
    said: row.said,
    card_id: row.card?.id ?? null,
    candidates: row.candidates.map(({ id }) => id),
    condition: row.condition,
    finish: row.finish,
    edition: row.edition,
    ...Object.fromEntries(copyFlags.map((flag) => [importRow[flag].name, row[flag]])),
    language: row.language,
    quantity: row.quantity,
    price_amount: row.price?.amount ?? null,
    currency: row.price?.currency ?? currency,
    grading: row.grading,
    is_left_out: row.isLeftOut,
    note_codes: row.notes,
    cells: row.cells,
    description: row.description,
    own_sku: row.own.sku,
    place: row.own.place,
    private_note: row.own.privateNote,
    cost_amount: row.cost?.amount ?? null,
    cost_currency: row.cost?.currency ?? null,
  };
}
