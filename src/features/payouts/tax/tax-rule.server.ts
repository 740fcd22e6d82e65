import { desc, lt } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Db } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { noTax, type Tax } from './tax.rules.ts';
import { taxRule } from './tax.tables.ts';

/** The tax of fees that were charged before this moment. */
export async function taxBefore(db: Db, moment: Date): Promise<Tax> {
  const [row] = await db
    .select()
    .from(taxRule)
    .where(lt(taxRule.since, moment))
    .orderBy(desc(taxRule.since), desc(taxRule.id))
    .limit(1);
  return row ?? noTax;
}

/** The tax rules that there were, the one in force first. */
export async function listTaxRules(db: Db): Promise<(Tax & { since: Date })[]> {
  return db
    .select({ basisPoints: taxRule.basisPoints, name: taxRule.name, note: taxRule.note, since: taxRule.since })
    .from(taxRule)
    .orderBy(desc(taxRule.since), desc(taxRule.id))
    .limit(50);
}

/** Changes the tax of invoices, from those of this month on. */
export async function changeTax(platform: Platform, by: string, tax: Tax): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const id = newId(now.getTime());
    await tx.db.insert(taxRule).values({ id, ...tax, by, since: now });
    await recordAct(tx, { by, act: 'tax.changed', subject: id, data: { to: tax } }, now);
  });
}
