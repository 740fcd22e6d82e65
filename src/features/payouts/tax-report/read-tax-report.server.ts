import { inArray } from 'drizzle-orm';
import { listNames } from '#features/members/index.server.ts';
import { isEuCountry } from '#kernel/text/eu-countries.ts';
import type { Platform } from '#platform/platform.ts';
import { payoutAccount } from '../accounts/payout-account.tables.ts';
import { isReported } from './tax-report.rules.ts';
import { type TaxDetailsRow, taxDetails } from './tax-report.tables.ts';
import { totalOf } from './watch-tax-details.server.ts';
import { readYear, type YearFigures } from './year-figures.server.ts';

/** A seller who sold so much in a year that they are reported. */
export interface ReportedSeller {
  sellerId: string;
  /** Null: the account is deleted. */
  username: string | null;
  /** In each currency. */
  figures: YearFigures[];
  /** Null: not given yet. */
  details: TaxDetailsRow | null;
  /** The account at the payment provider that is paid to. */
  accountId: string | null;
  /** Whether the seller lives in the EU; others aren't reported. Null: not known yet. */
  isInEu: boolean | null;
}

/** The sellers of a calendar year who are reported, by id. */
export async function readTaxReport(
  { db, pool }: Pick<Platform, 'db' | 'pool'>,
  year: number,
): Promise<ReportedSeller[]> {
  const sold = Map.groupBy(await readYear(pool, year), ({ sellerId }) => sellerId);
  const reported = [...sold].filter(([, figures]) => isReported(totalOf(figures)));
  const ids = reported.map(([sellerId]) => sellerId);
  const [names, details, accounts] = await Promise.all([
    listNames(db, ids),
    db.select().from(taxDetails).where(inArray(taxDetails.sellerId, ids)),
    db
      .select({ sellerId: payoutAccount.sellerId, accountId: payoutAccount.stripeAccountId })
      .from(payoutAccount)
      .where(inArray(payoutAccount.sellerId, ids)),
  ]);
  const [detailsOf, accountOf] = [
    new Map(details.filter(({ givenAt }) => givenAt !== null).map((row) => [row.sellerId, row])),
    new Map(accounts.map(({ sellerId, accountId }) => [sellerId, accountId])),
  ];
  return reported.map(([sellerId, figures]) => {
    const given = detailsOf.get(sellerId) ?? null;
    return {
      sellerId,
      username: names.get(sellerId) ?? null,
      figures,
      details: given,
      accountId: accountOf.get(sellerId) ?? null,
      isInEu: given && isEuCountry(given.country ?? ''),
    };
  });
}
