import type { Feature } from '#platform/feature.ts';
import { addLegalApi } from './legal.api.server.ts';
import { legalData } from './legal.data.ts';
import { termsChanged } from './legal.events.ts';
import { legalPolicy } from './legal.policy.ts';

export const feature: Feature = {
  name: 'legal',
  policy: legalPolicy,
  personalData: legalData,
  navigation: [
    { in: 'footer', rank: 75, to: '/rules', label: 'Rules' },
    { in: 'footer', rank: 80, to: '/imprint', label: 'Imprint' },
  ],
  sitemap: { pages: ['/imprint', '/rules'] },
  api: addLegalApi,
  events: [termsChanged],
};
