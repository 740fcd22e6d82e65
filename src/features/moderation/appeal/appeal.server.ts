import { eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { actsTopic } from '#platform/audit/audit.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { rulingRefusals } from '../contract.ts';
import { type RulingRow, ruling } from '../model/decision.tables.ts';
import { appealStanding } from '../model/decision-status.ts';
import { rulingAppealed } from '../model/moderation.events.ts';
import { rulingPolicy, unknownRuling } from '../model/moderation.policy.ts';

/** The decision, locked until the transaction ends. Refuses an unknown one (404). */
export async function lockRuling(tx: Tx, id: string): Promise<RulingRow> {
  const [row] = isId(id) ? await tx.db.select().from(ruling).where(eq(ruling.id, id)).for('update') : [];
  if (!row) throw notFound(unknownRuling);
  return row;
}

const sentences = {
  made: 'You have appealed against this decision already.',
  ended: 'This decision does not hold any more.',
  late: 'The time to appeal against this decision is over.',
};

/** A member says why a decision against them is wrong: once, in time (409 otherwise). It waits for an operator. */
export async function appeal(platform: Platform, actor: Pick<Actor, 'id' | 'role'>, rulingId: string, text: string): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockRuling(tx, rulingId);
    rulingPolicy.check(actor, 'appeal', row);
    const now = platform.clock.now();
    const standing = appealStanding(row, now);
    if (standing !== 'open') throw conflict(standing === 'made' ? rulingRefusals.appealed : rulingRefusals.late, sentences[standing]);
    await tx.db.update(ruling).set({ appeal: text, appealedAt: now }).where(eq(ruling.id, row.id));
    tx.append(rulingAppealed, { subject: row.id, version: now.getTime(), topics: [actsTopic] });
  });
}
