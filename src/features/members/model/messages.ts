import { profileOffline, profileUnreached } from '#kernel/specified-texts.ts';

/** Why a profile cannot be loaded (ER-07). */
export const profileProblems = { offline: profileOffline, network: profileUnreached } as const;

/** Maximum lengths of a profile's texts, in characters. */
export const profileLimits = { displayName: 60, location: 80, contact: 200, bio: 1_000, socialUrl: 200 } as const;
