import { eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { actsTopic } from '#platform/audit/audit.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { decisionRefusals } from '../contract.ts';
import { type DecisionRow, decision } from '../model/decision.tables.ts';
import { appealStatus } from '../model/decision-status.ts';
import { decisionAppealed } from '../model/moderation.events.ts';
import { decisionPolicy, unknownDecision } from '../model/moderation.policy.ts';

/** The decision, locked until the transaction ends. Refuses an unknown one (404). */
export async function lockDecision(tx: Tx, id: string): Promise<DecisionRow> {
  const [row] = isId(id) ? await tx.db.select().from(decision).where(eq(decision.id, id)).for('update') : [];
  if (!row) throw notFound(unknownDecision);
  return row;
}

const sentences = {
  made: 'You’ve already appealed this decision.',
  ended: 'This decision no longer applies.',
  late: 'The deadline to appeal this decision has passed.',
};

/** Stores a member's appeal against a decision: once, and in time (409 otherwise). An admin answers it. */
export async function appeal(
  platform: Platform,
  actor: Pick<Actor, 'id' | 'role'>,
  decisionId: string,
  text: string,
): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockDecision(tx, decisionId);
    decisionPolicy.check(actor, 'appeal', row);
    const now = platform.clock.now();
    const status = appealStatus(row, now);
    if (status !== 'open')
      throw conflict(status === 'made' ? decisionRefusals.appealed : decisionRefusals.late, sentences[status]);
    await tx.db.update(decision).set({ appeal: text, appealedAt: now }).where(eq(decision.id, row.id));
    tx.append(decisionAppealed, { subject: row.id, version: now.getTime(), topics: [actsTopic] });
  });
}
