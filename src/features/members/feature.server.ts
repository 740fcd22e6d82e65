import type { Feature } from '#platform/feature.ts';
import { addMembersApi } from './members.api.server.ts';
import { sweepAvatarTask } from './profile/avatar.rules.ts';
import { sweepAvatar } from './profile/avatar.server.ts';

export const feature: Feature = {
  name: 'members',
  api: addMembersApi,
  jobs: { [sweepAvatarTask]: (platform, { avatarId }) => sweepAvatar(platform, String(avatarId)) },
  channels: {
    // A profile is public; whoever is hidden answers the refetch with 404, so hearing of a change gives nothing away.
    profile: { topics: async (_platform, _viewer, params) => (params.id ? [`profile:${params.id}`] : []) },
  },
};
