import type { Feature } from '#platform/feature.ts';
import { exportPayouts } from './model/export-payouts.server.ts';
import { payoutsData, payoutsRetained } from './model/payout.data.ts';

export const feature: Feature = {
  name: 'payouts',
  personalData: payoutsData,
  retention: payoutsRetained,
  dataExport: { part: 'orders', read: exportPayouts },
};
