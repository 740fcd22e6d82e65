import { and, eq } from 'drizzle-orm';
import { type ChosenListing, chosenListings, countChosen, type OwnChoice } from '#features/listings/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import { newId } from '#kernel/ids.ts';
import { invalid } from '#kernel/refusal.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type BulkInput, chosenStatuses } from '../contract.ts';
import { bulkChangeLimits } from '../model/bulk.limits.ts';
import { bulkLimits } from '../model/bulk.process.ts';
import type { Change } from '../model/bulk.rules.ts';
import { bulkChange } from '../model/bulk.tables.ts';
import type { RuleChoice } from '../rule.contract.ts';
import { commitChange } from './move-change.server.ts';
import { previewAll } from './preview.server.ts';
import { requirePremium } from './require-premium.server.ts';

/** Selects the listings: by ids, by a filter as in “Your listings”, or by a rule. */
export type Selection = Pick<BulkInput, 'ids' | 'filter'> & { rule?: RuleChoice };

export function choiceOf({ ids, filter, rule }: Selection, now: Date): OwnChoice {
  if (rule) return { statuses: rule.status, query: rule.query, now };
  return ids ? { ids } : { statuses: filter?.status ?? chosenStatuses, search: filter?.search };
}

/**
 * Stores the preview of a change, and starts it where no preview is requested; answers its id. An uncommitted preview
 * is replaced. Refuses a member without premium (403), none of their own listings and too many (422), too many in a day
 * (429).
 */
export async function requestChange(
  platform: Platform,
  actor: Actor,
  input: Selection & Pick<BulkInput, 'change' | 'preview'>,
): Promise<string> {
  await requirePremium(platform.db, actor.id);
  await platform.limits.count(bulkChangeLimits.changes, actor.id);
  const now = platform.clock.now();
  const choice = choiceOf(input, now);
  const meant = await countChosen(platform.db, actor.id, choice);
  const field = input.ids ? 'ids' : 'filter';
  if (meant === 0) throw invalid({ [field]: 'No listings match. Choose other listings.' });
  if (meant > bulkLimits.listings)
    throw invalid({
      [field]: `You chose ${formatNumber(meant)} listings. Choose at most ${formatNumber(bulkLimits.listings)}.`,
    });
  const id = newId(now.getTime());
  await write(platform, async (tx) => {
    await tx.db.delete(bulkChange).where(and(eq(bulkChange.sellerId, actor.id), eq(bulkChange.status, 'preview')));
    await tx.db
      .insert(bulkChange)
      .values({ id, sellerId: actor.id, change: input.change, status: 'preview', createdAt: now });
    await storeRows(tx, id, { sellerId: actor.id, choice, change: input.change, now });
    tx.made(id);
  });
  if (!input.preview) await commitChange(platform, actor, id);
  return id;
}

interface RowsInput {
  sellerId: string;
  choice: OwnChoice;
  change: Change;
  now: Date;
}

/** Stores the preview of each selected listing. */
export async function storeRows(tx: Tx, id: string, { sellerId, choice, change, now }: RowsInput): Promise<void> {
  let from = 0;
  for await (const rows of chosenListings(tx.db, sellerId, choice)) {
    await keep(tx, id, rows, change, { from, sellerId, now });
    from += rows.length;
  }
}

async function keep(
  tx: Tx,
  id: string,
  rows: readonly ChosenListing[],
  change: Change,
  { from, ...context }: { from: number; sellerId: string; now: Date },
): Promise<void> {
  const previewed = await previewAll(tx.db, rows, change, context);
  const stored = previewed.map(({ row, state, newAmount, why, whyCode, whyParams, reason }, at) => ({
    n: from + at + 1,
    listing_id: row.id,
    title: row.title,
    state,
    currency: row.currency,
    price_amount: row.priceAmount,
    new_amount: newAmount,
    why,
    why_code: whyCode,
    why_params: whyParams,
    reason,
  }));
  await connectionOf(tx.db).query({ name: 'bulk-add-rows', text: addRows, values: [id, JSON.stringify(stored)] });
}

const addRows = `
  insert into bulk_change_row (change_id, n, listing_id, title, state, currency, price_amount, new_amount, why, why_code, why_params, reason)
  select $1, n, listing_id, title, state, currency, price_amount, new_amount, why, why_code, why_params, reason
  from jsonb_to_recordset($2::jsonb) as r(n int, listing_id text, title text, state text, currency text, price_amount bigint, new_amount bigint, why text, why_code text, why_params jsonb, reason text)`;
