import { and, eq } from 'drizzle-orm';
import { searchProblem } from '#features/listings/index.server.ts';
import { isId, newId } from '#kernel/ids.ts';
import { invalid, notFound, signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { lockUser } from '#platform/identity/users.server.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { requestChange } from '../change/request-change.server.ts';
import { requirePremium } from '../change/require-premium.server.ts';
import { bulkChangeLimits, bulkQuotas } from '../model/bulk.limits.ts';
import { unknownRule } from '../model/bulk.policy.ts';
import { type BulkRuleRow, bulkRule } from '../model/rule.tables.ts';
import type { RuleInput } from '../rule.contract.ts';

/**
 * Creates a rule that runs each night; answers its id. Refuses a member without premium (403), more than the limit
 * (409), an unreadable search (422).
 */
export async function makeRule(
  platform: Platform,
  actor: Actor,
  { name, filter, change, isOn }: RuleInput,
): Promise<string> {
  checkQuery(filter.query);
  await platform.limits.count(bulkChangeLimits.rulesMade, actor.id);
  const now = platform.clock.now();
  const id = newId(now.getTime());
  await write(platform, async (tx) => {
    await requirePremium(tx.db, actor.id);
    // Counts concurrent requests one after the other.
    if (!(await lockUser(tx.db, actor.id))) throw signInFirst();
    if ((await tx.db.$count(bulkRule, eq(bulkRule.sellerId, actor.id))) >= bulkQuotas.rules.most)
      throw overQuota(bulkQuotas.rules);
    await tx.db.insert(bulkRule).values({ id, sellerId: actor.id, name, choice: filter, change, isOn, createdAt: now });
    tx.made(id);
  });
  return id;
}

/** Replaces a rule. Turning one off requires no premium. */
export async function changeRule(
  platform: Platform,
  actor: Actor,
  id: string,
  { name, filter, change, isOn }: RuleInput,
): Promise<void> {
  checkQuery(filter.query);
  await write(platform, async (tx) => {
    const { version } = await lockRule(tx, actor.id, id);
    if (isOn) await requirePremium(tx.db, actor.id);
    await tx.db
      .update(bulkRule)
      .set({ name, choice: filter, change, isOn, version: version + 1 })
      .where(eq(bulkRule.id, id));
  });
}

/** Deletes a rule. Its changes stay, and can be undone in their time. */
export async function forgetRule(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    await lockRule(tx, actor.id, id);
    await tx.db.delete(bulkRule).where(eq(bulkRule.id, id));
  });
}

/** Stores what the rule would do now as a preview; answers the change's id. */
export async function previewRule(platform: Platform, actor: Actor, id: string): Promise<string> {
  const { choice, change } = await write(platform, (tx) => lockRule(tx, actor.id, id));
  return requestChange(platform, actor, { rule: choice, change, preview: true });
}

async function lockRule(tx: Tx, sellerId: string, id: string): Promise<BulkRuleRow> {
  const own = and(eq(bulkRule.id, id), eq(bulkRule.sellerId, sellerId));
  const [row] = isId(id) ? await tx.db.select().from(bulkRule).where(own).for('update') : [];
  if (!row) throw notFound(unknownRule);
  return row;
}

function checkQuery(query: string): void {
  const problem = searchProblem(query);
  if (problem !== null) throw invalid({ 'filter.query': problem });
}
