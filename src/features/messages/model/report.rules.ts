/** What can be reported. Each report is about the member responsible. */
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

/** States of a report: waiting, taken by an admin, answered to both sides. */
export const reportStates = ['open', 'claimed', 'answered'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportDecisions = ['upheld', 'dismissed'] as const;

/** The admins' lists, in the order of their tabs. */
export const reportQueues = ['open', 'mine', 'claimed', 'answered'] as const;
export type ReportQueue = (typeof reportQueues)[number];

/** The reasons that the form offers, by the code that is stored; an API call may use its own words. */
export const reportReasons = [
  { code: 'fraud', label: 'Fraud or a fake card', means: 'The card isn’t as described or doesn’t exist.' },
  {
    code: 'off_platform_payment',
    label: 'Payment outside an order',
    means: 'The member asks for payment outside an order.',
  },
  { code: 'abuse', label: 'Insults or threats', means: 'Insults, threats or harassment.' },
  { code: 'spam', label: 'Spam or advertising', means: 'Mass messages or off-topic promotion.' },
  { code: 'other', label: 'Something else', means: 'Describe it in the details.' },
] as const;
export type ReportReason = (typeof reportReasons)[number]['code'];
export const reportReasonCodes = reportReasons.map(({ code }) => code);

/** Labels of earlier releases, which callers still send. */
const formerLabels: Readonly<Record<string, ReportReason>> = { 'Payment beside the market': 'off_platform_payment' };

const offered = (reason: string) =>
  reportReasons.find(({ code, label }) => reason === code || reason === label || formerLabels[reason] === code);

/** The code of a reason; null for own words. Labels are accepted, since callers used to send them. */
export const reasonCode = (reason: string): ReportReason | null => offered(reason)?.code ?? null;

/** The reason as its author and admins read it. */
export const reasonText = (reason: string): string => offered(reason)?.label ?? reason;

/**
 * The reason as the reported member reads it: predefined texts only. The reporter's own words are for admins, or a
 * report would circumvent a block.
 */
export function reasonForReported(reason: string): string {
  return offered(reason)?.label ?? 'Something else';
}

/** How many messages an admin gets with a report; of a reported message, how many may follow it. */
export const frozenMessages = { most: 50, after: 10 } as const;

export const reportTimes = {
  /** After this time another admin may take a report over. */
  claimHours: 24,
  /** A longer wait raises an alert. */
  lateHours: 24,
  /** Retention of the messages and photos after the answer. */
  retentionDays: 180,
} as const;
