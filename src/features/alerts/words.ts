/** Face, pure: values that browser and server both need. */

/** How often a member is told: the moment it happens, or what came together in one mail. */
export const frequencies = ['now', 'daily', 'weekly'] as const;
export type Frequency = (typeof frequencies)[number];

export const frequencyNames: Readonly<Record<Frequency, string>> = { now: 'At once', daily: 'Once a day', weekly: 'Once a week' };

/** How often who has chosen nothing is told of what their want lists want. */
export const usualOfLists: Frequency = 'daily';

/** Every limit of a saved search, in one place: forms state them, the server enforces them. */
export const alertLimits = { name: 80, query: 2_000 } as const;
