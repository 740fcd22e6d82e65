import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { mailMarked } from './email-trader-notice.server.ts';
import { exportStatus, forgetStatus, statusReturn } from './erase-member.server.ts';
import { tradersData, tradersRetained } from './model/traders.data.ts';
import { statusChanged } from './model/traders.events.ts';
import { mailMarkedJob } from './model/traders.jobs.ts';
import { tradersLimits } from './model/traders.limits.ts';
import { traderPolicy } from './model/traders.policy.ts';
import { traderPanel } from './trader-panel.server.ts';
import { addTradersApi } from './traders.api.server.ts';

export const feature: Feature = {
  name: 'traders',
  policy: traderPolicy,
  personalData: tradersData,
  retention: tradersRetained,
  dataExport: { part: 'account', read: exportStatus },
  erasure: { rank: 31, erase: forgetStatus, restore: statusReturn },
  limits: Object.values(tradersLimits),
  navigation: [
    {
      in: 'settings',
      rank: 22,
      to: '/settings/seller',
      label: 'Seller details',
      about: 'Private or professional seller, and what buyers see',
      icon: 'listings',
    },
  ],
  adminPanels: [traderPanel],
  api: addTradersApi,
  events: [statusChanged],
  jobs: [runs(mailMarkedJob, mailMarked)],
};
