/** What can be reported. Whatever it is, a report is of the member behind it. */
export const reportSubjectKinds = [
  'member',
  'thread',
  'message',
  'listing',
  'order',
  'wanted',
  'review',
  'list',
] as const;
export type ReportSubjectKind = (typeof reportSubjectKinds)[number];

/** What a report goes through: it waits, an operator has taken it, both sides know what became of it. */
export const reportStates = ['open', 'claimed', 'answered'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportDecisions = ['upheld', 'dismissed'] as const;

/** Lists of operators, in the order of their tabs. */
export const reportCarousels = ['open', 'mine', 'claimed', 'answered'] as const;
export type ReportCarousel = (typeof reportCarousels)[number];

/** What a report's page offers to choose from; a call may say it in its own words. */
export const reportReasons = [
  { value: 'Fraud or a fake card', means: 'The card is not what was promised, or was never there.' },
  { value: 'Payment beside the market', means: 'They ask for money by another way than an order.' },
  { value: 'Insults or threats', means: 'What they write attacks or frightens you.' },
  { value: 'Spam or advertising', means: 'They write to many, about something else.' },
  { value: 'Something else', means: 'Say below what it is.' },
] as const;

/**
 * The reason as the reported member reads it: of our own words alone. What a reporter wrote is for the operators, or a
 * report would be a way past a block.
 */
export function reasonForReported(reason: string): string {
  return reportReasons.find(({ value }) => value === reason)?.value ?? 'Something else';
}

/** How many messages an operator gets with a report; of one that is about a message, how many may come after it. */
export const frozenMessages = { most: 50, after: 10 } as const;

export const reportTimes = {
  /** From then on another operator may take a report over. */
  claimHours: 24,
  /** What waits longer is a trouble. */
  lateHours: 24,
  /** So long after the answer messages and photos are kept with it. */
  keptDays: 180,
} as const;
