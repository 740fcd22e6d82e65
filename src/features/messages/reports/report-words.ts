import type { ReportSubjectKind } from '../model/report.rules.ts';

const kinds: Record<Exclude<ReportSubjectKind, 'member'>, string> = {
  thread: 'a conversation',
  message: 'a message',
  listing: 'the listing',
  order: 'the order',
  wanted: 'the wanted post',
  review: 'the review',
  list: 'the want list',
};

const own: Record<Exclude<ReportSubjectKind, 'member' | 'thread' | 'order'>, string> = {
  message: 'your message',
  listing: 'your listing',
  wanted: 'your wanted post',
  review: 'your review',
  list: 'your want list',
};

/**
 * The same as the reported member reads it. An order and a conversation have one other side, so naming it would
 * disclose the reporter.
 */
export function reportedToThem(row: Parameters<typeof reportedWords>[0]): string {
  return ['listing', 'wanted', 'review', 'list'].includes(row.subjectKind) ? reportedWords(row, 'you') : 'you';
}

/** The same at the start of a line; a member's name stays as it is. */
export function reportedTitle(row: Parameters<typeof reportedWords>[0], name: string): string {
  const words = reportedWords(row, name);
  return row.subjectKind === 'member' ? words : capital(words);
}

export const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

/**
 * The reported thing, after "you reported" or "reported": `Kim`, `a message of Kim`, `the listing "Charizard" of Kim`.
 */
export function reportedWords(
  { subjectKind: kind, subjectTitle: title }: { subjectKind: ReportSubjectKind; subjectTitle: string | null },
  name: string,
): string {
  if (kind === 'member') return name;
  const isTheirs = kind !== 'thread' && kind !== 'order';
  const words = isTheirs && name === 'you' ? own[kind] : kinds[kind];
  const thing = title === null ? words : `${words} “${title}”`;
  if (isTheirs && name === 'you') return thing;
  // A want list does not disclose its owner, and neither does a report of it.
  if (kind === 'list') return thing;
  return isTheirs ? `${thing} of ${name}` : `${thing} with ${name}`;
}
