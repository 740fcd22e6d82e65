/** The period in which facts are counted, and the smallest sample that is shown. */
export const factRules = { days: 365, enough: 3 } as const;
