/** Subjects of a thread; `member`: none, just the two. */
export const threadSubjectKinds = ['listing', 'order', 'wanted', 'member'] as const;
export type ThreadSubjectKind = (typeof threadSubjectKinds)[number];

/** Things that a message may carry as a card, instead of text or beside it. */
export const cardKinds = ['offer', 'order', 'listing'] as const;
export type CardKind = (typeof cardKinds)[number];

export const messageLimits = {
  textLength: 2_000,
  reasonLength: 300,
  reportLength: 1_000,
  statementLength: 1_000,
  photos: 6,
} as const;

/** Warnings about a message's text. */
export const messageMarks = ['address', 'phone', 'payment'] as const;
export type MessageMark = (typeof messageMarks)[number];

/** How long a message must stay unread before an email, and the interval between two emails about one thread. */
export const mailTimes = { unreadMinutes: 5, againMinutes: 15 } as const;

/** The unordered pair as stored: the smaller id first. */
export function pairOf(a: string, b: string): { firstId: string; secondId: string } {
  return a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };
}
