import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { compareData } from './compare/compare.data.ts';
import { compareJob } from './compare/compare.jobs.ts';
import { compareTroubles } from './compare/compare.troubles.ts';
import { compareWithStripe } from './compare/compare-day.server.ts';
import { checkSchedule } from './compare/payout-schedule.server.ts';
import { exportPayouts } from './model/export-payouts.server.ts';
import { payoutsData, payoutsRetained } from './model/payout.data.ts';

export const feature: Feature = {
  name: 'payouts',
  personalData: { ...payoutsData, ...compareData },
  retention: payoutsRetained,
  troubles: compareTroubles,
  jobs: [runs(compareJob, compareWithStripe)],
  schedules: [{ job: compareJob, cron: '11 4 * * *' }],
  warmUp: checkSchedule,
  dataExport: { part: 'orders', read: exportPayouts },
};
