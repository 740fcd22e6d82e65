import { sql } from 'drizzle-orm';
import { addMs, dayMs } from '#kernel/time.ts';
import { countFew, type Trouble } from '#platform/troubles/trouble.ts';

/** How long a warning waits for an admin; after that only a chargeback, if one comes, needs an action. */
const warningMs = 14 * dayMs;

/** The bank cases that wait for an admin. */
export const tierTroubles: readonly Trouble[] = [
  {
    name: 'tiers.chargeback',
    severity: 'urgent',
    sentence: 'Chargebacks of Premium payments need evidence.',
    advice: {
      sentence:
        'Submit evidence in Stripe’s dashboard, under Disputes, before the due date. The member’s page shows the amount.',
    },
    count: (db) =>
      countFew(
        db,
        sql`from premium_bank_case where closed_at is null and kind = 'chargeback' and status in ('needs_response', 'warning_needs_response')`,
      ),
  },
  {
    name: 'tiers.fraud-warning',
    severity: 'soon',
    sentence: 'Banks warn that Premium payments may be fraud.',
    advice: {
      sentence: 'Check them in Stripe’s dashboard. A refund and a cancelled subscription there prevent the chargeback.',
    },
    count: (db, now) =>
      countFew(
        db,
        sql`from premium_bank_case where closed_at is null and kind = 'fraud_warning' and opened_at > ${addMs(now, -warningMs)}`,
      ),
  },
];
