import { signInFirst } from '#kernel/refusal.ts';
import type { Feature } from '#platform/feature.ts';

/** What belongs to no room: it joins them all. */
export const house: Feature = {
  name: 'house',
  channels: {
    /** Everything that concerns the listener, of whichever room: what is told to `user:ID`. */
    me: {
      topics: async (_platform, viewer) => {
        if (!viewer) throw signInFirst('Sign in to follow what is yours.');
        return [`user:${viewer.id}`];
      },
    },
  },
};
