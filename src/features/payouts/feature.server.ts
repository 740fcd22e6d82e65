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
import { addBankPayoutsApi } from './bank/bank-payouts.api.server.ts';
import { compareData } from './compare/compare.data.ts';
import { compareJob } from './compare/compare.jobs.ts';
import { compareTroubles } from './compare/compare.troubles.ts';
import { compareWithStripe } from './compare/compare-day.server.ts';
import { checkSchedule } from './compare/payout-schedule.server.ts';
import { issueInvoicesJob, sweepRecordsJob } from './invoices/invoice.jobs.ts';
import { invoiceTroubles } from './invoices/invoice.troubles.ts';
import { addInvoicesApi } from './invoices/invoices.api.server.ts';
import { issueInvoices } from './invoices/issue-invoices.server.ts';
import { sweepRecords } from './invoices/sweep-records.server.ts';
import { exportPayouts } from './model/export-payouts.server.ts';
import { moneyEvents, moneyJobs, moneyReactions, moneySchedules } from './model/money-jobs.server.ts';
import { payoutsData, payoutsRetained } from './model/payout.data.ts';
import { payoutChanged } from './model/payout.events.ts';
import { payoutTroubles } from './model/payout.troubles.ts';
import { payoutsPolicy } from './model/payouts.policy.ts';
import { payoutsDeletionCheck } from './model/refuse-owed.server.ts';
import { addPayoutsApi } from './queries/payouts.api.server.ts';
import { followSalesJob } from './sales-block/sales-block.jobs.ts';
import { followSales } from './sales-block/settle-sales-block.server.ts';
import { addRequestApi } from './send/request.api.server.ts';
import { sendLimits } from './send/send.limits.ts';
import { statementLimits } from './statements/statement.limits.ts';
import { addStatementsApi } from './statements/statements.api.server.ts';
import { mailTaxDetails } from './tax-report/ask-for-tax-details.server.ts';
import { addTaxDetailsApi } from './tax-report/tax-details.api.server.ts';
import { taxDetailsLimits } from './tax-report/tax-details.limits.ts';
import { mailTaxDetailsJob, watchTaxDetailsJob } from './tax-report/tax-report.jobs.ts';
import { watchTaxDetails } from './tax-report/watch-tax-details.server.ts';

export const feature: Feature = {
  name: 'payouts',
  policy: payoutsPolicy,
  personalData: { ...payoutsData, ...compareData },
  retention: payoutsRetained,
  troubles: [...payoutTroubles, ...compareTroubles, ...invoiceTroubles],
  warmUp: checkSchedule,
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
  limits: [accountLimits, sendLimits, statementLimits, taxDetailsLimits].flatMap((limits) => Object.values(limits)),
  navigation: [{ in: 'dashboard', rank: 33, to: '/dashboard/payouts', label: 'Payouts', icon: 'payouts' }],
  api: (api, platform) => {
    addAccountsApi(api, platform);
    addPayoutsApi(api, platform);
    addRequestApi(api, platform);
    addBankPayoutsApi(api, platform);
    addStatementsApi(api, platform);
    addInvoicesApi(api, platform);
    addTaxDetailsApi(api, platform);
  },
  events: [payoutAccountChanged, ...moneyEvents],
  jobs: [
    ...moneyJobs,
    runs(compareJob, compareWithStripe),
    runs(readAccountJob, (platform, { sellerId }) => readPayoutAccount(platform, sellerId)),
    runs(readAccountsJob, readPayoutAccounts),
    runs(remindOfAccountJob, (platform, { sellerId }) => remindOfAccount(platform, sellerId)),
    runs(remindOfDeadlineJob, (platform, { sellerId }) => remindOfDeadline(platform, sellerId)),
    runs(closeAccountJob, (platform, { sellerId }) => closePayoutAccount(platform, sellerId)),
    runs(mailAccountJob, mailAccount),
    runs(issueInvoicesJob, issueInvoices),
    runs(sweepRecordsJob, sweepRecords),
    runs(watchTaxDetailsJob, watchTaxDetails),
    runs(mailTaxDetailsJob, mailTaxDetails),
    runs(followSalesJob, (platform, { subject }) => followSales(platform, subject)),
  ],
  reactions: [
    ...moneyReactions,
    wakes(payoutChanged, followSalesJob, { when: ({ data }) => ['held', 'returned'].includes(data.state) }),
  ],
  handlesStripe: accountEvents,
  schedules: [
    ...moneySchedules,
    { job: compareJob, cron: '11 4 * * *' },
    { job: issueInvoicesJob, cron: '20 2 * * *' },
    { job: readAccountsJob, cron: '53 4 * * *' },
    { job: sweepRecordsJob, cron: '47 5 * * *' },
    { job: watchTaxDetailsJob, cron: '37 5 * * *' },
  ],
};
