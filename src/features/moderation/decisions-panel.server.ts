import { desc, eq, sql } from 'drizzle-orm';
import { addMs, dayMonthYear, hourMs } from '#kernel/time.ts';
import type { OperatorPanel } from '#platform/admin-panel.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';
import { rulingTimes, rulingTitle } from './model/decision.rules.ts';
import { ruling } from './model/decision.tables.ts';

/** What was decided against a member, for operators. */
export const rulingsPanel: OperatorPanel = {
  id: 'rulings',
  rank: 31,
  title: 'Decisions',
  async read({ db }, memberId) {
    const rows = await db.select().from(ruling).where(eq(ruling.memberId, memberId)).orderBy(desc(ruling.decidedAt)).limit(10);
    if (rows.length === 0) return [{ label: 'Against this member', value: 'None' }];
    return rows.map(({ act, decidedAt, endedAt, outcome }) => ({
      label: dayMonthYear(decidedAt),
      value: `${rulingTitle(act)}${outcome === 'overturned' ? ', overturned' : endedAt ? ', ended' : ''}`,
    }));
  },
};

export const rulingTroubles: readonly Trouble[] = [
  {
    name: 'rulings.appeals',
    severity: 'soon',
    sentence: `Members wait for more than ${rulingTimes.lateHours} hours for an answer to their appeal.`,
    advice: { sentence: 'Another operator than the first answers each.', to: '/admin/appeals' },
    count: (db, now) => countFew(db, sql`from ruling where appealed_at < ${addMs(now, -rulingTimes.lateHours * hourMs)} and answered_at is null`),
  },
];
