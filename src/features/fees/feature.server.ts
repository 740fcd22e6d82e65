import type { Feature } from '#platform/feature.ts';
import { addFeesApi } from './fees.api.server.ts';
import { feesData } from './fees.data.ts';
import { feesPolicy } from './fees.policy.ts';

export const feature: Feature = {
  name: 'fees',
  policy: feesPolicy,
  personalData: feesData,
  navigation: [{ in: 'operator', rank: 19, to: '/admin/market', label: 'Fees & texts' }],
  api: addFeesApi,
};
