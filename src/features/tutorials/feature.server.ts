import type { Feature } from '#platform/feature.ts';

export const feature: Feature = {
  name: 'guides',
  navigation: [
    {
      in: 'settings',
      rank: 60,
      to: '/settings/guides',
      label: 'Tours',
      about: 'Take a tour or turn on suggestions',
      icon: 'guides',
    },
  ],
};
