/** Face, pure: values that browser and server both need. */

/** Every limit of a want, in one place: forms state them, the server enforces them. */
export const wantLimits = { highestPrice: 100_000_000, quantity: 999, title: 120, description: 2_000, answer: 1_800 } as const;
