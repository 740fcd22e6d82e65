import { and, eq, lt, sql } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { taxDetails } from '../tax-report/tax-report.tables.ts';
import { invoice, invoiceSeries } from './invoice.tables.ts';
import { positionOf, seriesName } from './invoice-number.ts';

/** The first moment that must still be kept: whole years after the year of a record (`RECORD_YEARS`). */
export const keptSince = (now: Date, years: number): Date => new Date(Date.UTC(now.getUTCFullYear() - years, 0, 1));

/**
 * Deletes invoices, and tax details of members who have gone, at the end of their retention. Numbers that are left have
 * no gap: they are deleted from the beginning.
 */
export async function sweepRecords(platform: Platform): Promise<void> {
  const since = keptSince(platform.clock.now(), platform.config.recordYears);
  await write(platform, async (tx) => {
    await tx.db.select().from(invoiceSeries).where(eq(invoiceSeries.name, seriesName)).for('update');
    const gone = await tx.db.delete(invoice).where(lt(invoice.issuedAt, since)).returning({ number: invoice.number });
    const last = Math.max(0, ...gone.map(({ number }) => positionOf(number)));
    if (last > 0)
      await tx.db
        .update(invoiceSeries)
        .set({ first: last + 1 })
        .where(eq(invoiceSeries.name, seriesName));
    await tx.db
      .delete(taxDetails)
      .where(
        and(
          lt(taxDetails.givenAt, since),
          sql`exists (select from profile p where p.user_id = ${taxDetails.sellerId} and p.deleted_at is not null)`,
        ),
      );
  });
}
