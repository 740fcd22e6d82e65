import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { invalid, notFound } from '#kernel/refusal.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { siteTopic } from '#platform/site/site.server.ts';
import { ensureIndex } from '../import/import-catalogue.server.ts';
import { numberOrder } from '../import/number-order.ts';
import { card, cardCorrection, cardSet } from '../model/catalogue.tables.ts';

export const cardCorrected = defineEvent('card.corrected', z.object({}));
export const rebuildIndexJob = defineJob('catalogue.rebuild-index', z.object({}));

export const correctionInput = z.strictObject({
  name: line('Name', 200).refine((text) => text !== '', 'Enter the name of the card.'),
  number: line('Number', 40).transform((text) => (text === '' ? null : text)),
  rarity: line('Rarity', 80).transform((text) => (text === '' ? null : text)),
  setCode: line('Set code', 160),
  isHidden: z.boolean(),
  reason: line('Reason', 500).refine((text) => text !== '', 'Enter the reason.'),
});
type CorrectionInput = z.output<typeof correctionInput>;

/**
 * Corrects a card, for this and every later import. Refuses an unknown card (404) and a set that its game does not have
 * (422). The search follows when the index has been built again.
 */
export async function correctCard(platform: Platform, by: string, id: string, input: CorrectionInput): Promise<void> {
  const { reason, ...facts } = input;
  await write(platform, async (tx) => {
    const [before] = await tx.db
      .select({ game: card.game, name: card.name, number: card.number, rarity: card.rarity, setCode: card.setCode })
      .from(card)
      .where(eq(card.id, id))
      .for('update');
    if (!before) throw notFound('This card is not in our card database.');
    const { game, ...former } = before;
    const [set] = await tx.db
      .select({ code: cardSet.code })
      .from(cardSet)
      .where(and(eq(cardSet.game, game), eq(cardSet.code, facts.setCode)));
    if (!set) throw invalid({ setCode: 'Enter the code of a set of this game.' });
    const now = platform.clock.now();
    const row = { ...facts, numberOrder: numberOrder(facts.number ?? undefined) };
    const correction = { ...row, correctedAt: now };
    await tx.db
      .insert(cardCorrection)
      .values({ cardId: id, ...correction })
      .onConflictDoUpdate({ target: cardCorrection.cardId, set: correction });
    await tx.db.update(card).set(row).where(eq(card.id, id));
    await tx.db.execute(sql`
      update card_set s set card_count = (
        select count(*) from card c where c.game = s.game and c.set_code = s.code and not c.is_hidden)
      where s.game = ${game} and s.code in (${former.setCode}, ${facts.setCode})`);
    await tx.db.execute(sql`update catalogue_state set revision = revision + 1`);
    await recordAct(tx, { by, act: 'card.corrected', subject: id, data: { from: former, to: facts, reason } }, now);
    // A card is on pages of many kinds: all cached ones are rendered again.
    tx.append(cardCorrected, { subject: id, version: now.getTime(), topics: [siteTopic] });
  });
}

/** A card as an admin corrects it, hidden or not. Refuses an unknown one (404). */
export async function getCardToCorrect({ db }: Pick<Platform, 'db'>, id: string) {
  const [found] = await db
    .select({
      id: card.id,
      game: card.game,
      name: card.name,
      number: card.number,
      rarity: card.rarity,
      setCode: card.setCode,
      isHidden: card.isHidden,
      correctedAt: cardCorrection.correctedAt,
    })
    .from(card)
    .leftJoin(cardCorrection, eq(cardCorrection.cardId, card.id))
    .where(eq(card.id, id));
  if (!found) throw notFound('This card is not in our card database.');
  return { ...found, correctedAt: found.correctedAt?.toISOString() ?? null };
}

/** Corrections that come while it runs are found by the next run. */
export const rebuildIndex = (platform: Platform) => ensureIndex(platform, () => {});
