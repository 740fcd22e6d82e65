export * as messages from './message-texts.ts';

/** Maximum lengths of a profile's texts, in characters. */
export const profileLimits = { displayName: 60, location: 80, contact: 200, bio: 1_000, socialUrl: 200 } as const;
