import type { Feature } from '#platform/feature.ts';
import { mountCatalogueApi } from './catalogue.api.server.ts';
import { mountCardArt } from './catalogue.art.server.ts';
import { indexOf } from './search/index-store.server.ts';

export const feature: Feature = {
  name: 'catalogue',
  warm: (platform) => indexOf(platform.pool),
  api(api, platform) {
    mountCatalogueApi(api, platform);
    mountCardArt(api, platform);
  },
};
