import { type SQL, sql } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import type { PayoutFigures } from '../model/payout-rule.ts';

/** SQL: whether the money of an order `p` has been on hold for so long that an admin decides (`decideHeld`). */
export const isUndecided = (now: Date, { decideAfterDays }: Pick<PayoutFigures, 'decideAfterDays'>): SQL =>
  sql`p.state = 'held' and p.paused_reason <> 'hold' and p.paid_at <= ${addMs(now, -decideAfterDays * dayMs)}`;
