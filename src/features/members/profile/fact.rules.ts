/** How far back a member's facts are counted, and of how many one is said. */
export const factRules = { days: 365, enough: 3 } as const;
