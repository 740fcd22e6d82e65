import type { Feature } from '#platform/feature.ts';
import { addTermsApi } from './fees.api.server.ts';
import { termsData } from './fees.data.ts';
import { termsChanged } from './fees.events.ts';
import { termsPolicy } from './fees.policy.ts';

export const feature: Feature = {
  name: 'terms',
  policy: termsPolicy,
  personalData: termsData,
  navigation: [
    { in: 'footer', rank: 75, to: '/rules', label: 'Rules' },
    { in: 'footer', rank: 80, to: '/imprint', label: 'Imprint' },
    { in: 'operator', rank: 19, to: '/admin/market', label: 'Market' },
  ],
  sitemap: { pages: ['/imprint', '/rules'] },
  api: addTermsApi,
  events: [termsChanged],
};
