export * as messages from './message-texts.ts';

/** How long the texts of a profile may be, in characters. */
export const profileLimits = { displayName: 60, location: 80, contact: 200, bio: 1_000, socialUrl: 200 } as const;
