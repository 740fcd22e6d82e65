import { and, asc, eq, gt } from 'drizzle-orm';
import { definitionOf } from '#features/tiers/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { choiceOf, keepRows } from '../change/request-change.server.ts';
import { commitJob, nightJob, runRuleJob } from '../model/bulk.jobs.ts';
import { ruleLimits } from '../model/bulk.process.ts';
import { bulkChange } from '../model/bulk.tables.ts';
import { bulkRule } from '../model/rule.tables.ts';

/** Wakes a job for each rule that is on, some hundred at a time; `after` is the last rule that has its job. */
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
 * A rule's run of one night: what it would do to each listing is kept as a change that is being made at once, and the
 * job of changes makes it in its parts. A night has one run of a rule, also where the job comes twice. Whose premium
 * has ended is passed over.
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
    const begun = await tx.db
      .insert(bulkChange)
      .values({ id, sellerId, change, status: 'committing', committedAt: now, createdAt: now, ruleId, night })
      .onConflictDoNothing()
      .returning({ id: bulkChange.id });
    if (begun.length === 0) return;
    await keepRows(tx, id, { sellerId, choice: choiceOf({ rule: choice }, now), change, now });
    tx.enqueue(commitJob, { changeId: id }, { key: `bulk ${id}` });
  });
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
