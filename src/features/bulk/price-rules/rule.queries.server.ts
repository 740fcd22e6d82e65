import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { definitionOf } from '#features/tiers/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { changeSentence } from '../change/change-words.ts';
import { unknownRule } from '../model/bulk.policy.ts';
import { rowStates } from '../model/bulk.process.ts';
import { bulkChange, bulkChangeRow } from '../model/bulk.tables.ts';
import { type BulkRuleRow, bulkRule } from '../model/rule.tables.ts';
import type { PriceRule } from '../rule.contract.ts';

/** The message to a member whose premium has ended. */
const lapsedSentence =
  'Paused. Price rules are part of Premium. This rule resumes automatically when you have Premium again.';

/** The seller's rules, oldest first, each with its last nights. */
export async function listRules(db: Db, sellerId: string): Promise<PriceRule[]> {
  const rules = await db
    .select()
    .from(bulkRule)
    .where(eq(bulkRule.sellerId, sellerId))
    .orderBy(bulkRule.createdAt, bulkRule.id);
  return presentRules(db, sellerId, rules);
}

/** One of the seller's rules. Refuses another seller's (404). */
export async function getRule(db: Db, sellerId: string, id: string): Promise<PriceRule> {
  const [found] = isId(id)
    ? await db
        .select()
        .from(bulkRule)
        .where(and(eq(bulkRule.id, id), eq(bulkRule.sellerId, sellerId)))
    : [];
  const [rule] = found ? await presentRules(db, sellerId, [found]) : [];
  if (!rule) throw notFound(unknownRule);
  return rule;
}

async function presentRules(db: Db, sellerId: string, rules: readonly BulkRuleRow[]): Promise<PriceRule[]> {
  if (rules.length === 0) return [];
  const [{ hasBulkListingTools }, runs] = await Promise.all([
    definitionOf(db, sellerId),
    readRuns(
      db,
      rules.map(({ id }) => id),
    ),
  ]);
  return rules.map(({ id, name, choice, change, isOn, version, createdAt }) => ({
    id,
    name,
    filter: choice,
    change: {
      market: change.percent,
      floor: change.floor,
      rounding: change.rounding ?? null,
      aboveCost: change.aboveCost,
      mostPercent: change.mostPercent,
    },
    said: changeSentence(change),
    isOn,
    paused: isOn && !hasBulkListingTools ? lapsedSentence : null,
    version,
    createdAt: createdAt.toISOString(),
    runs: runs.get(id) ?? [],
  }));
}

async function readRuns(db: Db, ruleIds: readonly string[]): Promise<Map<string, PriceRule['runs']>> {
  const { id, ruleId, status, night } = bulkChange;
  const runs = await db
    .select({ id, ruleId, status, night })
    .from(bulkChange)
    .where(inArray(ruleId, [...ruleIds]))
    .orderBy(desc(night));
  const ids = runs.map((run) => run.id);
  const counted =
    ids.length === 0
      ? []
      : await db
          .select({ changeId: bulkChangeRow.changeId, state: bulkChangeRow.state, n: sql<number>`count(*)::int` })
          .from(bulkChangeRow)
          .where(inArray(bulkChangeRow.changeId, ids))
          .groupBy(bulkChangeRow.changeId, bulkChangeRow.state);
  const countOf = (changeId: string, state: string) =>
    counted.find((one) => one.changeId === changeId && one.state === state)?.n ?? 0;
  const countsOf = (changeId: string) =>
    Object.fromEntries(rowStates.map((state) => [state, countOf(changeId, state)]));
  const presented = runs.map((run) => ({
    ruleId: run.ruleId ?? '',
    run: {
      id: run.id,
      status: run.status,
      night: run.night ?? '',
      counts: countsOf(run.id) as PriceRule['runs'][number]['counts'],
    },
  }));
  return new Map([...Map.groupBy(presented, (one) => one.ruleId)].map(([key, of]) => [key, of.map(({ run }) => run)]));
}
