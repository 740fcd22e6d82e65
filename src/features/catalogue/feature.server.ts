import type { Feature } from '#platform/feature.ts';
import { mountCatalogueApi } from './catalogue.api.server.ts';
import { mountCardArt } from './catalogue.art.server.ts';

export const feature: Feature = {
  name: 'catalogue',
  api(api, platform) {
    mountCatalogueApi(api, platform);
    mountCardArt(api, platform);
  },
};
