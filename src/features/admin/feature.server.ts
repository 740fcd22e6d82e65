import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import type { SecurityKind } from '#platform/security-log/security-kind.ts';
import { addAdminApi } from './admin.api.server.ts';
import { mailTroublesJob, sweepLogoJob, troublesChanged, watchTroublesJob } from './admin.jobs.ts';
import { adminPolicy } from './admin.policy.ts';
import { adminSecurity } from './admin.security.ts';
import { addAdminAdsApi } from './ads/ads.api.server.ts';
import { addAdminDecisionsApi } from './appeals/decisions.api.server.ts';
import { mailTroubles } from './health-and-jobs/email-troubles.server.ts';
import { addAdminJobsApi } from './health-and-jobs/jobs.api.server.ts';
import { watchTroubles } from './health-and-jobs/watch-troubles.server.ts';
import { addAdminInvoicesApi } from './invoices/invoices.api.server.ts';
import { addAdminSuspensionApi } from './members/suspension.api.server.ts';
import { addAdminMoneyApi } from './money/money.api.server.ts';
import { addOrderMoneyApi } from './orders/order-money.api.server.ts';
import { addAdminOrdersApi } from './orders/orders.api.server.ts';
import { readQueues } from './overview/queues.server.ts';
import { addAdminCasesApi } from './reports/cases.api.server.ts';
import { addAdminListsApi } from './reports/lists.api.server.ts';
import { addAdminReportsApi } from './reports/reports.api.server.ts';
import { addAdminReviewsApi } from './reports/reviews.api.server.ts';
import { addAdminWantedApi } from './reports/wanted.api.server.ts';
import { adminChannel } from './shell/admin.channel.server.ts';
import { addLogoApi } from './site/logo.api.server.ts';
import { sweepLogo } from './site/logo.server.ts';
import { addTaxReportApi } from './tax-report/tax-report.api.server.ts';

export const feature: Feature = {
  name: 'operator',
  policy: adminPolicy,
  securityKinds: Object.values<SecurityKind>(adminSecurity),
  api: (api, platform) => {
    addAdminApi(api, platform);
    addOrderMoneyApi(api, platform);
    addAdminOrdersApi(api, platform);
    addAdminReportsApi(api, platform);
    addAdminCasesApi(api, platform);
    addAdminDecisionsApi(api, platform);
    addAdminReviewsApi(api, platform);
    addAdminWantedApi(api, platform);
    addAdminListsApi(api, platform);
    addAdminJobsApi(api, platform);
    addAdminSuspensionApi(api, platform);
    addAdminAdsApi(api, platform);
    addAdminMoneyApi(api, platform);
    addAdminInvoicesApi(api, platform);
    addLogoApi(api, platform);
    addTaxReportApi(api, platform);
  },
  uploads: { api: /^\/api\/admin\/ads\/[^/]+\/picture$/, forms: /^\/admin\/(ads\/[^/]+\/picture|site\/logo)$/ },
  navigation: [
    { in: 'menu', rank: 60, to: '/admin', label: 'Admin', icon: 'operator', counter: 'operator', for: 'operator' },
    { in: 'operator', rank: 10, to: '/admin', label: 'Overview', end: true },
    { in: 'operator', rank: 11, to: '/admin/members', label: 'Members' },
    { in: 'operator', rank: 12, to: '/admin/content', label: 'Content' },
    { in: 'operator', rank: 13, to: '/admin/orders', label: 'Orders' },
    { in: 'operator', rank: 14, to: '/admin/money', label: 'Money' },
    { in: 'operator', rank: 15, to: '/admin/invoices', label: 'Invoices' },
    { in: 'operator', rank: 16, to: '/admin/reports', label: 'Reports' },
    { in: 'operator', rank: 25, to: '/admin/card-reports', label: 'Card data' },
    { in: 'operator', rank: 17, to: '/admin/appeals', label: 'Appeals' },
    { in: 'operator', rank: 18, to: '/admin/ads', label: 'Ads' },
    { in: 'operator', rank: 24, to: '/admin/health', label: 'Health' },
    { in: 'operator', rank: 21, to: '/admin/site', label: 'Brand & announcement' },
    { in: 'operator', rank: 23, to: '/admin/jobs', label: 'Jobs' },
    { in: 'operator', rank: 22, to: '/admin/audit', label: 'Audit log' },
  ],
  events: [troublesChanged],
  jobs: [
    runs(watchTroublesJob, watchTroubles),
    runs(mailTroublesJob, mailTroubles),
    runs(sweepLogoJob, (platform, { logo }) => sweepLogo(platform, logo)),
  ],
  schedules: [{ job: watchTroublesJob, cron: '*/5 * * * *' }],
  counters: {
    operator: {
      for: 'operator',
      waits: 'waiting',
      count: async (platform, adminId) =>
        (await readQueues(platform, adminId)).reduce((sum, { count }) => sum + count, 0),
      topics: (adminId) => [`user:${adminId}`],
    },
  },
  channels: {
    operator: adminChannel,
  },
};
