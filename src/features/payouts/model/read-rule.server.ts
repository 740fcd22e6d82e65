import { desc, lte } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { payoutRule } from './payout.tables.ts';
import { defaultFigures, type PayoutFigures } from './payout-rule.ts';

/** The figures in force at a moment. */
export async function ruleAt(db: Db, at: Date): Promise<PayoutFigures> {
  const [row] = await db
    .select({ figures: payoutRule.figures })
    .from(payoutRule)
    .where(lte(payoutRule.since, at))
    .orderBy(desc(payoutRule.since), desc(payoutRule.id))
    .limit(1);
  return { ...defaultFigures, ...row?.figures };
}
