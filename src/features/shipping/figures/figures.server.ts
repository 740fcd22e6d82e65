import { desc } from 'drizzle-orm';
import { termsChanged } from '#features/legal/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { conflict } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type FiguresInput, type FiguresView, figuresSchema, shippingRefusals } from '../contract.ts';
import { firstFigures, type ShippingFigures } from '../model/shipping.rules.ts';
import { shippingRule } from '../model/shipping.tables.ts';

/** The figures of orders that are placed now. */
export async function figuresInForce(db: Db): Promise<ShippingFigures> {
  const [row] = await newest(db, 1);
  return { ...firstFigures, ...row?.figures };
}

/** All figures that there were, the ones in force first. */
export async function listFigures(db: Db): Promise<FiguresView[]> {
  const known = (await newest(db, 200)).map(({ figures, note, since }) => ({
    ...firstFigures,
    ...figures,
    note,
    since: since.toISOString(),
  }));
  return [...known, { ...firstFigures, note: null, since: null }].map((one, at, all) =>
    figuresSchema.parse({ ...one, until: all[at - 1]?.since ?? null }),
  );
}

const newest = (db: Db, limit: number) =>
  db.select().from(shippingRule).orderBy(desc(shippingRule.since), desc(shippingRule.id)).limit(limit);

/**
 * Changes the figures of orders that are placed from now on. Refuses the ones that are in force already (409
 * `same_figures`).
 */
export async function changeFigures(platform: Platform, by: string, { note, ...figures }: FiguresInput): Promise<void> {
  await write(platform, async (tx) => {
    await connectionOf(tx.db).query("select pg_advisory_xact_lock(hashtextextended('shipping figures', 14))");
    const before = await figuresInForce(tx.db);
    const names = Object.keys(firstFigures) as (keyof ShippingFigures)[];
    if (names.every((name) => before[name] === figures[name]))
      throw conflict(shippingRefusals.sameFigures, 'These figures already apply. Enter different ones.');
    const now = platform.clock.now();
    const id = newId(now.getTime());
    await tx.db.insert(shippingRule).values({ id, figures, note, by, since: now });
    await recordAct(
      tx,
      { by, act: 'shipping-figures.changed', subject: id, data: { from: before, to: figures, reason: note } },
      now,
    );
    tx.append(termsChanged, { subject: 'shipping', version: now.getTime(), topics: ['terms'] });
  });
}
