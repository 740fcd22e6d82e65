import type { Feature } from '#platform/feature.ts';
import { sweepIdentity } from '#platform/identity/sessions.server.ts';
import { addAuthApi } from './auth.api.server.ts';
import { addProfileApi } from './profile.api.server.ts';
import { addSessionsApi } from './sessions.api.server.ts';

export const feature: Feature = {
  name: 'accounts',
  api(api, platform) {
    addAuthApi(api, platform);
    addProfileApi(api, platform);
    addSessionsApi(api, platform);
  },
  jobs: {
    'identity.sweep': (platform) => sweepIdentity(platform.db, platform.clock.now()),
  },
  schedules: [{ task: 'identity.sweep', cron: '17 * * * *' }],
  channels: {
    // A profile is public; whoever is hidden answers the refetch with 404, so hearing of a change gives nothing away.
    profile: { topics: async (_platform, _viewer, params) => (params.id ? [`profile:${params.id}`] : []) },
  },
};
