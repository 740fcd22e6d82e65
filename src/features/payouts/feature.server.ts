import { paymentMoved } from '#features/ledger/index.server.ts';
import { isPaid, orderChanged } from '#features/orders/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { exportPayouts } from './model/export-payouts.server.ts';
import { payoutsData, payoutsRetained } from './model/payout.data.ts';
import { payoutChanged } from './model/payout.events.ts';
import { releaseDueJob, settlePayoutJob } from './model/payout.jobs.ts';
import { releaseDue } from './release/release-due.server.ts';
import { settlePayouts } from './release/settle-payouts.server.ts';

export const feature: Feature = {
  name: 'payouts',
  personalData: payoutsData,
  retention: payoutsRetained,
  dataExport: { part: 'orders', read: exportPayouts },
  events: [payoutChanged],
  jobs: [
    runs(settlePayoutJob, (platform, { subject }) => settlePayouts(platform, [subject])),
    runs(releaseDueJob, releaseDue),
  ],
  reactions: [
    // Orders that are placed, or end unpaid, have no money.
    wakes(orderChanged, settlePayoutJob, { when: ({ data }) => isPaid(data.from) || isPaid(data.status) }),
    wakes(paymentMoved, settlePayoutJob),
  ],
  schedules: [{ job: releaseDueJob, cron: '*/5 * * * *' }],
};
