import { paymentMoved } from '#features/ledger/index.server.ts';
import { isPaid, orderChanged } from '#features/orders/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { payoutAccountChanged } from './accounts/account.events.ts';
import {
  closeAccountJob,
  mailAccountJob,
  readAccountJob,
  readAccountsJob,
  remindOfAccountJob,
  remindOfDeadlineJob,
} from './accounts/account.jobs.ts';
import { accountLimits } from './accounts/account.limits.ts';
import { addAccountsApi } from './accounts/accounts.api.server.ts';
import { mailAccount } from './accounts/emails/mail-account.server.ts';
import { payoutAccountUpdates } from './accounts/emails/notify-of-account.server.ts';
import { accountReturns, closePayoutAccount, forgetAccount } from './accounts/erase-account.server.ts';
import { accountEvents } from './accounts/read/handle-stripe-event.server.ts';
import { readPayoutAccount, readPayoutAccounts } from './accounts/read/read-account.server.ts';
import { remindOfAccount, remindOfDeadline } from './accounts/remind-of-account.server.ts';
import { exportPayouts } from './model/export-payouts.server.ts';
import { payoutsData, payoutsRetained } from './model/payout.data.ts';
import { payoutChanged } from './model/payout.events.ts';
import { releaseDueJob, settlePayoutJob } from './model/payout.jobs.ts';
import { payoutsPolicy } from './model/payouts.policy.ts';
import { payoutsDeletionCheck } from './model/refuse-owed.server.ts';
import { releaseDue } from './release/release-due.server.ts';
import { settlePayouts } from './release/settle-payouts.server.ts';
import { followSalesJob } from './sales-block/sales-block.jobs.ts';
import { followSales } from './sales-block/settle-sales-block.server.ts';

export const feature: Feature = {
  name: 'payouts',
  policy: payoutsPolicy,
  personalData: payoutsData,
  retention: payoutsRetained,
  dataExport: { part: 'orders', read: exportPayouts },
  deletionCheck: payoutsDeletionCheck,
  erasure: { rank: 42, erase: forgetAccount, restore: accountReturns },
  notificationKinds: [payoutAccountUpdates],
  alwaysMailed: [
    {
      rank: 55,
      what: 'Your payout account',
      why: 'It says what is needed to pay you, and when your bank account changes.',
    },
  ],
  limits: Object.values(accountLimits),
  api: addAccountsApi,
  events: [payoutAccountChanged, payoutChanged],
  jobs: [
    runs(readAccountJob, (platform, { sellerId }) => readPayoutAccount(platform, sellerId)),
    runs(readAccountsJob, readPayoutAccounts),
    runs(remindOfAccountJob, (platform, { sellerId }) => remindOfAccount(platform, sellerId)),
    runs(remindOfDeadlineJob, (platform, { sellerId }) => remindOfDeadline(platform, sellerId)),
    runs(closeAccountJob, (platform, { sellerId }) => closePayoutAccount(platform, sellerId)),
    runs(mailAccountJob, mailAccount),
    runs(followSalesJob, (platform, { subject }) => followSales(platform, subject)),
    runs(settlePayoutJob, (platform, { subject }) => settlePayouts(platform, [subject])),
    runs(releaseDueJob, releaseDue),
  ],
  reactions: [
    // Orders that are placed, or end unpaid, have no money.
    wakes(orderChanged, settlePayoutJob, { when: ({ data }) => isPaid(data.from) || isPaid(data.status) }),
    wakes(paymentMoved, settlePayoutJob),
    wakes(payoutChanged, followSalesJob, { when: ({ data }) => ['held', 'returned'].includes(data.state) }),
  ],
  handlesStripe: accountEvents,
  schedules: [
    { job: releaseDueJob, cron: '*/5 * * * *' },
    { job: readAccountsJob, cron: '53 4 * * *' },
  ],
};
