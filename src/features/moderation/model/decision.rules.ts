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
  as_described: 'A listing shows and says what is sold, as it is.',
  real: 'What is sold is real, and there.',
  allowed: 'Only what the law and this market allow is offered.',
  paid_here: 'What is found here is paid for here, by an order.',
  respect: 'Nobody is insulted, threatened or pressed.',
  no_spam: 'Nobody writes to many about something else.',
  privacy: 'Nobody shows what belongs to somebody’s private life.',
  honest: 'Reviews, offers and accounts are honest.',
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

/** The title, at the start of a line. */
const titles: Record<DecisionAct, string> = {
  listing_hidden: 'Your listing was taken off sale',
  review_hidden: 'Your review was hidden',
  want_hidden: 'Your wanted post was hidden',
  list_hidden: 'Your want list was hidden',
  warned: 'You were warned',
  limited: 'What you can do is limited',
  suspended: 'Your account is suspended',
  report_upheld: 'A report about you was upheld',
};
export const decisionTitle = (act: DecisionAct): string => titles[act];

/** The consequence for the member. */
const meanings: Record<DecisionAct, string> = {
  listing_hidden:
    'Nobody but you sees it, and nobody can buy it. You can delete it. Whoever is paying for it may finish.',
  review_hidden: 'Nobody but you reads it, and it counts in no average.',
  want_hidden: 'Nobody but you sees it, and nothing is found for it. You can delete it.',
  list_hidden: 'Nobody but you sees it. You are told of what is for sale for it as before.',
  warned: 'Nothing else follows. If it happens again, more may.',
  limited:
    'You cannot put anything up for sale, post or review, begin conversations, or make or counter offers until then. Running orders and conversations go on.',
  suspended: 'You cannot sign in, and your profile and listings are hidden. Nothing of yours is deleted.',
  report_upheld: 'It is kept with your account. If it happens again, more may follow.',
};
export const decisionMeaning = (act: DecisionAct): string => meanings[act];

const usualRules: Record<ReportReason, HouseRule> = {
  fraud: 'real',
  off_platform_payment: 'paid_here',
  abuse: 'respect',
  spam: 'no_spam',
  other: 'honest',
};

/** The usual rule for a report's reason. */
export const usualRule = (reason: ReportReason | null): HouseRule => usualRules[reason ?? 'other'];
