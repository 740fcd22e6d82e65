import { hasOverdueDebt } from '#features/ledger/index.server.ts';
import { findSendsFrom, requirePaidCountry } from '#features/shipping/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
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
