import type { Feature } from '#platform/feature.ts';

export const feature: Feature = {
  name: 'guides',
  navigation: [
    {
      in: 'settings',
      rank: 60,
      to: '/settings/guides',
      label: 'Guides',
      about: 'Take a tour, turn on tour suggestions',
      icon: 'guides',
    },
  ],
};
