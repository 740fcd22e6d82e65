import { desc, eq, sql } from 'drizzle-orm';
import { addMs, dayMonthYear, hourMs } from '#kernel/time.ts';
import type { AdminPanel } from '#platform/admin-panel.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';
import { decisionLabel, decisionTimes } from './model/decision.rules.ts';
import { decision } from './model/decision.tables.ts';

/** The decisions against a member, for admins. */
export const decisionsPanel: AdminPanel = {
  id: 'rulings',
  rank: 31,
  title: 'Account status',
  async read({ db }, memberId) {
    const rows = await db
      .select()
      .from(decision)
      .where(eq(decision.memberId, memberId))
      .orderBy(desc(decision.decidedAt))
      .limit(10);
    if (rows.length === 0) return [{ label: 'Decisions', value: 'None' }];
    return rows.map(({ act, decidedAt, endedAt, outcome }) => ({
      label: dayMonthYear(decidedAt),
      value:
        outcome === 'overturned'
          ? `${decisionLabel(act)} (reversed)`
          : endedAt
            ? `${decisionLabel(act)} (ended)`
            : decisionLabel(act),
    }));
  },
};

export const decisionTroubles: readonly Trouble[] = [
  {
    name: 'rulings.appeals',
    severity: 'soon',
    sentence: `Appeals have waited more than ${decisionTimes.lateHours} hours for a decision.`,
    advice: { sentence: 'A different admin reviews each appeal.', to: '/admin/appeals' },
    count: (db, now) =>
      countFew(
        db,
        sql`from ruling where appealed_at < ${addMs(now, -decisionTimes.lateHours * hourMs)} and answered_at is null`,
      ),
  },
];
