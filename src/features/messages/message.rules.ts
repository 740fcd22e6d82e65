/** What a thread may be about; `member` is the two alone. */
export const threadSubjectKinds = ['listing', 'order', 'wanted', 'member'] as const;
export type ThreadSubjectKind = (typeof threadSubjectKinds)[number];

/** What a message may tell of instead of words. */
export const cardKinds = ['offer', 'order'] as const;
export type CardKind = (typeof cardKinds)[number];

export const messageLimits = { textLength: 2_000, reasonLength: 300, reportLength: 1_000 } as const;

/** What a message is marked with for whoever reads it. */
export const messageMarks = ['address', 'phone', 'payment'] as const;
export type MessageMark = (typeof messageMarks)[number];
