import { eq } from 'drizzle-orm';
import { invalid, notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { sendDueJob } from '../model/payout.jobs.ts';
import { noBirthDate, type OwnTaxDetails, ownTaxDetailsSchema, type TaxDetailsInput } from './tax-details.contract.ts';
import { taxDetailsLimits } from './tax-details.limits.ts';
import { holdsAt } from './tax-report.rules.ts';
import { taxDetails } from './tax-report.tables.ts';

/** Refuses (404) where the market reports to no tax authority. */
export function requireTaxReport({ config }: Pick<Platform, 'config'>): void {
  if (config.taxReportCountry === null) throw notFound('We don’t report sales to a tax authority here.');
}

const none = {
  ...{ kind: null, firstName: null, lastName: null, birthDate: null, companyName: null, registerNumber: null },
  ...{ street: null, postalCode: null, city: null, country: null, tin: null, tinCountry: null, vatId: null },
};

/** A seller's own details, and whether payouts wait for them. */
export async function readTaxDetails(db: Db, sellerId: string): Promise<OwnTaxDetails> {
  const [row] = await db.select().from(taxDetails).where(eq(taxDetails.sellerId, sellerId));
  return ownTaxDetailsSchema.parse({
    ...(row ?? none),
    givenAt: row?.givenAt?.toISOString() ?? null,
    dueAt: row?.askedAt && !row.givenAt ? holdsAt(row.askedAt).toISOString() : null,
    isHeld: row?.heldAt != null,
  });
}

/** Stores a seller's details. Payouts that waited for them go on. Refuses too many changes (429). */
export async function saveTaxDetails(platform: Platform, actor: Actor, input: TaxDetailsInput): Promise<void> {
  const now = platform.clock.now();
  if (input.kind === 'individual' && input.birthDate > now.toISOString().slice(0, 10))
    throw invalid({ birthDate: noBirthDate });
  await platform.limits.count(taxDetailsLimits.changes, actor.id);
  await write(platform, async (tx) => {
    const given = { ...none, ...input, givenAt: now, heldAt: null };
    await tx.db
      .insert(taxDetails)
      .values({ sellerId: actor.id, ...given })
      .onConflictDoUpdate({ target: taxDetails.sellerId, set: given });
    tx.enqueue(sendDueJob, {});
  });
}
