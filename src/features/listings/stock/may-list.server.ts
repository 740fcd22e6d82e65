import { hasOverdueDebt } from '#features/ledger/index.server.ts';
import { findSendsFrom, findShippingCurrencies, requirePaidCountry } from '#features/shipping/index.server.ts';
import { formatList } from '#kernel/format.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { conflict, invalid } from '#kernel/refusal.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { listingRefusals } from '../contract.ts';
import { debtSentence } from '../model/state-sentences.ts';

/**
 * Before more goes up for sale: refuses a seller who owes the market too much, or for too long (409), and one who ships
 * from a country where sellers can't be paid (422), if the host has set its own.
 */
export async function requirePayable(
  platform: Pick<Platform, 'config'>,
  { db }: Pick<Tx, 'db'>,
  sellerId: string,
): Promise<void> {
  if (await hasOverdueDebt(db, sellerId)) throw conflict(listingRefusals.debtOverdue, debtSentence);
  if (platform.config.hostCountry !== null) requirePaidCountry(platform, await findSendsFrom(db, sellerId));
}

/** Refuses (422) a currency that the seller's shipping table has no method in: nothing would ship the listing. */
export async function requireShippable({ db }: Pick<Tx, 'db'>, sellerId: string, currency: Currency): Promise<void> {
  refuseUnshippable(await findShippingCurrencies(db, sellerId), currency);
}

export function refuseUnshippable(known: readonly Currency[] | null, currency: Currency): void {
  if (known && !known.includes(currency))
    throw invalid({
      price: `Your shipping methods are in ${formatList(known)}. Choose that currency, or add shipping methods in ${currency}.`,
    });
}
