/** Tours for new members, by their names in the profile's `tutorialPreferences`. */
export const tutorialKeys = ['firstPurchase', 'firstSale'] as const;
export type TutorialKey = (typeof tutorialKeys)[number];

/** In `tutorialPreferences` too, once a member has closed the first steps on the home page. */
export const firstStepsKey = 'firstSteps';

/** Tours that are over: finished, ended early or declined. */
export type TutorialFlags = Readonly<Record<TutorialKey, boolean>>;

export function tutorialFlags(preferences: Readonly<Record<string, boolean>>): TutorialFlags {
  return { firstPurchase: preferences.firstPurchase === true, firstSale: preferences.firstSale === true };
}

/** All tours are over (ST-08). */
export function isOnboarded(preferences: Readonly<Record<string, boolean>>): boolean {
  return tutorialKeys.every((key) => preferences[key] === true);
}

/** The values that offer all tours again. */
export const tutorialsAgain = {
  tutorialPreferences: { firstPurchase: false, firstSale: false },
  onboardingCompleted: false,
} as const;
