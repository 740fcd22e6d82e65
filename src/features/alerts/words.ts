/** Face, pure: values that browser and server both need. */

import type { Frequency } from '#kernel/how-often.ts';

/** How often who has chosen nothing is told of what their want lists want. */
export const usualOfLists: Frequency = 'daily';

/** Every limit of a saved search, in one place: forms state them, the server enforces them. */
export const alertLimits = { name: 80, query: 2_000 } as const;
