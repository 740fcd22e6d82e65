/** Public API, pure: values for browser and server. */

import type { Frequency } from '#kernel/how-often.ts';

/** The frequency of want lists for members who have chosen none. */
export const usualOfLists: Frequency = 'daily';

/** Limits of a saved search, for the forms and the server. */
export const alertLimits = { name: 80, query: 2_000 } as const;
