import { and, asc, eq, gt } from 'drizzle-orm';
import { definitionOf } from '#features/tiers/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { choiceOf, storeRows } from '../change/request-change.server.ts';
import { commitJob, nightJob, runRuleJob } from '../model/bulk.jobs.ts';
import { ruleLimits } from '../model/bulk.process.ts';
import { bulkChange } from '../model/bulk.tables.ts';
import { bulkRule } from '../model/rule.tables.ts';

/** Enqueues a job for each active rule, some hundred at a time; `after` is the last rule with a job. */
export async function startNight(
  platform: Platform,
  {
    after = '',
    passedAt,
    night = dayOf(passedAt ? new Date(passedAt) : platform.clock.now()),
  }: Partial<Record<'after' | 'night' | 'passedAt', string>> = {},
): Promise<void> {
  await write(platform, async (tx) => {
    const rules = await tx.db
      .select({ id: bulkRule.id })
      .from(bulkRule)
      .where(and(eq(bulkRule.isOn, true), gt(bulkRule.id, after)))
      .orderBy(asc(bulkRule.id))
      .limit(ruleLimits.wokenAtOnce);
    for (const { id } of rules) tx.enqueue(runRuleJob, { ruleId: id, night }, { key: `${id} ${night}` });
    const last = rules.at(-1);
    if (last && rules.length === ruleLimits.wokenAtOnce) tx.enqueue(nightJob, { after: last.id, night });
  });
}

/**
 * The run of a rule for one night: stores a change that has started, and the job of changes applies it. Idempotent for
 * a night. Skips a seller whose premium has ended.
 */
export async function runRule(platform: Platform, ruleId: string, night: string): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const [rule] = await tx.db
      .select()
      .from(bulkRule)
      .where(and(eq(bulkRule.id, ruleId), eq(bulkRule.isOn, true)))
      .for('update');
    if (!rule || !(await definitionOf(tx.db, rule.sellerId)).hasBulkListingTools) return;
    const { sellerId, choice, change } = rule;
    const id = newId(now.getTime());
    const started = await tx.db
      .insert(bulkChange)
      .values({ id, sellerId, change, status: 'committing', committedAt: now, createdAt: now, ruleId, night })
      .onConflictDoNothing()
      .returning({ id: bulkChange.id });
    if (started.length === 0) return;
    await storeRows(tx, id, { sellerId, choice: choiceOf({ rule: choice }, now), change, now });
    tx.enqueue(commitJob, { changeId: id }, { key: `bulk ${id}` });
  });
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
