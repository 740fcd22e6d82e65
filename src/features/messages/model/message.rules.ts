/** What a thread may be about; `member` is the two alone. */
export const threadSubjectKinds = ['listing', 'order', 'wanted', 'member'] as const;
export type ThreadSubjectKind = (typeof threadSubjectKinds)[number];

/** What a message may tell of, instead of words or beside them. */
export const cardKinds = ['offer', 'order', 'listing'] as const;
export type CardKind = (typeof cardKinds)[number];

export const messageLimits = {
  textLength: 2_000,
  reasonLength: 300,
  reportLength: 1_000,
  statementLength: 1_000,
  photos: 6,
} as const;

/** What a message is marked with for whoever reads it. */
export const messageMarks = ['address', 'phone', 'payment'] as const;
export type MessageMark = (typeof messageMarks)[number];

/** How long something must stay unread before it is mailed, and between two such mails about one thread. */
export const mailTimes = { unreadMinutes: 5, againMinutes: 15 } as const;

/** What the market has for `a` and `b` in whichever order: the smaller id first. */
export function pairOf(a: string, b: string): { firstId: string; secondId: string } {
  return a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };
}
