import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Currency, money } from '#kernel/numbers/money.ts';
import { approximate } from '#kernel/numbers/reference-rates.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { eachApart } from '../model/each-apart.ts';
import { askForTaxDetails } from './ask-for-tax-details.server.ts';
import { isAsked, nextStep } from './tax-report.rules.ts';
import { taxDetails } from './tax-report.tables.ts';
import { readYear, sumOf, type YearFigures } from './year-figures.server.ts';

/**
 * Asks each day the sellers who sold so much this year that they may be reported, reminds those who were asked, and holds
 * the payouts of those who didn't answer. Where the market reports to no tax authority, nothing waits.
 */
export async function watchTaxDetails(platform: Platform): Promise<void> {
  const { db, pool, clock, config } = platform;
  if (config.taxReportCountry === null) {
    await db.update(taxDetails).set({ heldAt: null }).where(isNotNull(taxDetails.heldAt));
    return;
  }
  const sold = Map.groupBy(await readYear(pool, clock.now().getUTCFullYear()), ({ sellerId }) => sellerId);
  const asked = [...sold].filter(([, figures]) => isAsked(totalOf(figures))).map(([sellerId]) => sellerId);
  const waiting = await db
    .select({ sellerId: taxDetails.sellerId })
    .from(taxDetails)
    .where(and(isNotNull(taxDetails.askedAt), isNull(taxDetails.givenAt), isNull(taxDetails.heldAt)));
  const sellerIds = new Set([...asked, ...waiting.map((row) => row.sellerId)]);
  await eachApart(sellerIds, (sellerId) => askOrRemind(platform, sellerId));
}

/** Sales of a seller's year, and earnings in cents of euros at the reference rates. */
export const totalOf = (figures: readonly YearFigures[]) => ({
  sales: figures.reduce((sum, { sales }) => sum + sumOf(sales), 0),
  amount: figures.reduce((sum, { earnings, currency }) => sum + inEuros(sumOf(earnings), currency), 0),
});

const inEuros = (amount: number, currency: Currency) => approximate(money(amount, currency), 'EUR').amount;

async function askOrRemind(platform: Platform, sellerId: string): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    await tx.db.insert(taxDetails).values({ sellerId }).onConflictDoNothing();
    const [row] = await tx.db.select().from(taxDetails).where(eq(taxDetails.sellerId, sellerId)).for('update');
    if (!row || row.givenAt) return;
    const step = row.askedAt === null ? 'ask' : nextStep(row, now);
    if (step === null) return;
    const askedAt = row.askedAt ?? now;
    const change = {
      ask: { askedAt },
      remind: { reminders: row.reminders + 1, remindedAt: now },
      hold: { heldAt: now },
    }[step];
    await tx.db.update(taxDetails).set(change).where(eq(taxDetails.sellerId, sellerId));
    await askForTaxDetails(tx, { sellerId, askedAt, step, reminders: row.reminders, now });
  });
}
