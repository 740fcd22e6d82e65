import type { ReportReason } from '#features/messages/words.ts';

/** The acts of an admin against a member. */
export const decisionActs = [
  'listing_hidden',
  'review_hidden',
  'want_hidden',
  'list_hidden',
  'warned',
  'limited',
  'suspended',
  'report_upheld',
] as const;
export type DecisionAct = (typeof decisionActs)[number];

/** The rules of the marketplace; each decision names one. */
export const houseRules = {
  as_described: 'Show and describe each card accurately.',
  real: 'Sell only authentic cards that are in your possession.',
  allowed: 'Publish only what the law and our rules allow.',
  paid_here: 'Don’t move deals or payments off this site.',
  respect: 'Don’t insult, threaten or harass others.',
  no_spam: 'Don’t send mass messages or off-topic promotion.',
  privacy: 'Don’t share other people’s private information.',
  honest: 'Be honest in your reviews, offers and account details.',
} as const;
export type HouseRule = keyof typeof houseRules;
export const houseRuleCodes = Object.keys(houseRules) as [HouseRule, ...HouseRule[]];

export const appealOutcomes = ['upheld', 'overturned'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

export const decisionTimes = {
  /** Days after the decision in which its member may appeal. */
  appealDays: 30,
  /** The usual and the longest limit in days. */
  limitDays: 14,
  limitDaysMost: 365,
  /** Hours after which an open appeal is an alert. */
  lateHours: 72,
} as const;

export const decisionLimits = {
  reason: 1_000,
  appeal: 2_000,
  note: 2_000,
  textName: 60,
  text: 1_000,
  texts: 100,
} as const;

/** The title for the member: of the page, the notification and the email. */
const titles: Record<DecisionAct, string> = {
  listing_hidden: 'Your listing was paused',
  review_hidden: 'Your review was hidden',
  want_hidden: 'Your wanted post was hidden',
  list_hidden: 'Your want list was hidden',
  warned: 'You received a warning',
  limited: 'Your account is restricted',
  suspended: 'Your account is suspended',
  report_upheld: 'Report about you: violation',
};
export const decisionTitle = (act: DecisionAct): string => titles[act];

/** The name of the decision in the lists of admins. */
const labels: Record<DecisionAct, string> = {
  listing_hidden: 'Listing paused',
  review_hidden: 'Review hidden',
  want_hidden: 'Wanted post hidden',
  list_hidden: 'Want list hidden',
  warned: 'Warning',
  limited: 'Account restricted',
  suspended: 'Account suspended',
  report_upheld: 'Violation recorded',
};
export const decisionLabel = (act: DecisionAct): string => labels[act];

/** The consequence for the member. */
const meanings: Record<DecisionAct, string> = {
  listing_hidden:
    'Only you can see it, and it can’t be bought. A buyer who is already paying can finish. You can edit or delete it.',
  review_hidden: 'Only you can see it, and it doesn’t count in the rating.',
  want_hidden: 'Only you can see it, and we no longer look for matching listings. You can delete it.',
  list_hidden: 'Only you can see it. We still notify you about matching listings.',
  warned: 'No further action. Repeat violations may lead to restrictions.',
  limited:
    'You can’t list cards, create wanted posts or make want lists public. You also can’t write reviews, start conversations, or make or counter offers. Existing orders and conversations continue.',
  suspended: 'You can’t sign in. Your profile and listings are hidden, not deleted.',
  report_upheld:
    'No further action. We keep this decision with your account. Repeat violations may lead to restrictions.',
};
export const decisionMeaning = (act: DecisionAct): string => meanings[act];

/** Whether it stays in effect until it is ended; a warning and a recorded violation have no effect. */
export const staysInEffect = (act: DecisionAct): boolean => act !== 'warned' && act !== 'report_upheld';

const usualRules: Record<ReportReason, HouseRule> = {
  fraud: 'real',
  off_platform_payment: 'paid_here',
  abuse: 'respect',
  spam: 'no_spam',
  other: 'honest',
};

/** The usual rule for a report's reason. */
export const usualRule = (reason: ReportReason | null): HouseRule => usualRules[reason ?? 'other'];
