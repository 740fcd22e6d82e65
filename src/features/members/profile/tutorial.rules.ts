/** The tours that a newcomer is offered, as `tutorialPreferences` on the profile names them. */
export const tutorialKeys = ['firstPurchase', 'firstSale'] as const;
export type TutorialKey = (typeof tutorialKeys)[number];

/** Which of them are over: taken, ended early or declined. */
export type TutorialFlags = Readonly<Record<TutorialKey, boolean>>;

export function tutorialFlags(preferences: Readonly<Record<string, boolean>>): TutorialFlags {
  return { firstPurchase: preferences.firstPurchase === true, firstSale: preferences.firstSale === true };
}

/** Nothing is left to offer (ST-08). */
export function isOnboarded(preferences: Readonly<Record<string, boolean>>): boolean {
  return tutorialKeys.every((key) => preferences[key] === true);
}

/** What makes the market offer everything again. */
export const tutorialsAgain = {
  tutorialPreferences: { firstPurchase: false, firstSale: false },
  onboardingCompleted: false,
} as const;
