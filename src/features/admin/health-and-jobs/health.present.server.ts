import { sql } from 'drizzle-orm';
import type { Platform } from '#platform/platform.ts';
import { countTroubles } from '#platform/troubles/look.ts';
import { countedTo } from '#platform/troubles/trouble.ts';
import { type HealthView, healthSchema } from '../contract.ts';

/** Every alert that a feature declares, with its current state; active ones first, by urgency. */
export async function presentHealth(platform: Platform): Promise<HealthView> {
  const [seen, { rows }] = await Promise.all([
    countTroubles(platform),
    platform.db.execute<{ name: string; began_at: Date }>(sql`select name, began_at from trouble_told`),
  ]);
  const began = new Map(rows.map((row) => [row.name, new Date(row.began_at).toISOString()]));
  const troubles = seen.map(({ trouble: { name, severity, sentence, advice }, count }) => ({
    name,
    severity,
    sentence,
    count,
    isMore: count !== null && count >= countedTo,
    since: (count ?? 0) > 0 ? (began.get(name) ?? null) : null,
    advice: advice.sentence,
    to: advice.to ?? null,
  }));
  const rank = ({ count, severity }: (typeof troubles)[number]) =>
    (count === 0 ? 2 : 0) + (severity === 'urgent' ? 0 : 1);
  return healthSchema.parse({
    isWell: troubles.every(({ count }) => count === 0),
    checkedAt: platform.clock.now().toISOString(),
    troubles: troubles.sort((a, b) => rank(a) - rank(b)),
  });
}
