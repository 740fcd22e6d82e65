/** What a thread may be about; `member` is the two alone. */
export const threadSubjectKinds = ['listing', 'order', 'wanted', 'member'] as const;
export type ThreadSubjectKind = (typeof threadSubjectKinds)[number];

/** What a message may tell of, instead of words or beside them. */
export const cardKinds = ['offer', 'order', 'listing'] as const;
export type CardKind = (typeof cardKinds)[number];

export const messageLimits = { textLength: 2_000, reasonLength: 300, reportLength: 1_000, statementLength: 1_000, photos: 6 } as const;

/** What a message is marked with for whoever reads it. */
export const messageMarks = ['address', 'phone', 'payment'] as const;
export type MessageMark = (typeof messageMarks)[number];

/** How long something must stay unread before it is mailed, and between two such mails about one thread. */
export const mailTimes = { unreadMinutes: 5, againMinutes: 15 } as const;

/** What the market has for `a` and `b` in whichever order: the smaller id first. */
export function pairOf(a: string, b: string): { firstId: string; secondId: string } {
  return a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a };
}

const payment =
  /\b(?:pay ?pal|venmo|cash ?app|zelle|western union|moneygram|iban|(?:bank|wire) transfer|bitcoin|crypto|friends (?:and|&) family|gift cards?)\b/i;
const street =
  /\b\d{1,5}[a-z]?\s(?:\p{L}[\p{L}'’.-]*\s){1,4}(?:street|st|avenue|ave|road|rd|lane|ln|drive|boulevard|blvd|court)\b|\p{L}(?:straße|strasse|weg|gasse|platz|allee)\s\d{1,4}/iu;
const numbers = /\+?\d[\d ().-]{6,24}\d/g;

/** What a careful reader of a text should know of it. A mark keeps nobody from sending: it is shown to both. */
export function marksOf(text: string): MessageMark[] {
  const said = text.replace(/\s+/g, ' ');
  const isPhone = (found: string) => {
    const digits = found.replace(/\D/g, '').length;
    return digits <= 15 && digits >= (found.startsWith('+') ? 8 : 10);
  };
  const marks: Record<MessageMark, boolean> = {
    address: street.test(said),
    phone: [...said.matchAll(numbers)].some(([found]) => isPhone(found)),
    payment: payment.test(said),
  };
  return messageMarks.filter((mark) => marks[mark]);
}
