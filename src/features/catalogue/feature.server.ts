import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { wakes } from '#platform/outbox/reactions.ts';
import { cardCorrected, rebuildIndex, rebuildIndexJob } from './correct/correct-card.server.ts';
import { cataloguePolicy } from './model/catalogue.policy.ts';
import { addCatalogueApi } from './read/catalogue.api.server.ts';
import { addCardArt } from './read/catalogue.art.server.ts';
import { setPages } from './read/sitemap.server.ts';
import { indexOf } from './search/index/index-store.server.ts';

export const feature: Feature = {
  name: 'catalogue',
  policy: cataloguePolicy,
  navigation: [{ in: 'main', rank: 20, to: '/games', label: 'Games & sets' }],
  sitemap: { pages: ['/games'], entries: { name: 'sets', list: setPages } },
  events: [cardCorrected],
  jobs: [runs(rebuildIndexJob, rebuildIndex)],
  reactions: [wakes(cardCorrected, rebuildIndexJob, { payload: () => ({}) })],
  warmUp: (platform) => indexOf(platform.pool),
  api(api, platform) {
    addCatalogueApi(api, platform);
    addCardArt(api, platform);
  },
};
