import type { Feature } from '#platform/feature.ts';
import { addCatalogueApi } from './catalogue.api.server.ts';
import { addCardArt } from './catalogue.art.server.ts';
import { cataloguePolicy } from './catalogue.policy.ts';
import { indexOf } from './search/index-store.server.ts';
import { setPages } from './sitemap.server.ts';

export const feature: Feature = {
  name: 'catalogue',
  policy: cataloguePolicy,
  places: [{ in: 'main', rank: 20, to: '/games', label: 'Catalogue' }],
  sitemap: { pages: ['/games'], things: { name: 'sets', list: setPages } },
  warm: (platform) => indexOf(platform.pool),
  api(api, platform) {
    addCatalogueApi(api, platform);
    addCardArt(api, platform);
  },
};
