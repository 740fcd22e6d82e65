import type { ReportSubjectKind } from '#features/messages/words.ts';
import { type DecisionAct, decisionTitle } from './decision.rules.ts';

/** What a decision is about; the kind `member` is the account itself. */
export interface DecisionSubject {
  kind: ReportSubjectKind;
  id: string | null;
  /** Its title when it was decided or reported. */
  title: string | null;
}

const hiddenKinds: Partial<Record<DecisionAct, ReportSubjectKind>> = {
  listing_hidden: 'listing',
  review_hidden: 'review',
  want_hidden: 'wanted',
  list_hidden: 'list',
};
const ownContent: readonly ReportSubjectKind[] = ['listing', 'review', 'wanted', 'list'];

/**
 * The subject of a decision: the content that it hid, or what was reported. A message, a conversation and an order have
 * one other side, so their id would disclose the reporter.
 */
export function subjectOf(
  row: { act: DecisionAct; subjectId: string | null; subjectTitle: string | null },
  reported: DecisionSubject | undefined,
): DecisionSubject {
  const kind = hiddenKinds[row.act];
  if (kind) return { kind, id: row.subjectId, title: row.subjectTitle };
  if (!reported) return { kind: 'member', id: null, title: null };
  return ownContent.includes(reported.kind) ? reported : { kind: reported.kind, id: null, title: null };
}

type Named = Pick<DecisionSubject, 'kind' | 'title'>;

const toMember: Record<ReportSubjectKind, (title: string | null) => string> = {
  listing: (title) => (title === null ? 'Your listing' : `Your listing “${title}”`),
  review: (title) => (title === null ? 'Your review' : `Your review “${title}”`),
  wanted: (title) => (title === null ? 'Your wanted post' : `Your wanted post “${title}”`),
  list: (title) => (title === null ? 'Your want list' : `Your want list “${title}”`),
  message: () => 'A message you sent',
  thread: () => 'Messages you sent',
  order: () => 'One of your orders',
  member: () => 'Your account',
};
/** The subject, for its member. */
export const aboutForMember = ({ kind, title }: Named): string => toMember[kind](title);

const toAdmin: Record<ReportSubjectKind, (title: string | null) => string> = {
  listing: (title) => (title === null ? 'Listing' : `Listing “${title}”`),
  review: (title) => (title === null ? 'Review' : `Review “${title}”`),
  wanted: (title) => (title === null ? 'Wanted post' : `Wanted post “${title}”`),
  list: (title) => (title === null ? 'Want list' : `Want list “${title}”`),
  message: () => 'Message',
  thread: () => 'Conversation',
  order: () => 'Order',
  member: () => 'Account',
};
/** The subject, for admins. */
export const aboutForAdmin = ({ kind, title }: Named): string => toAdmin[kind](title);

const eventsOfContent: readonly DecisionAct[] = ['listing_hidden', 'want_hidden', 'list_hidden', 'warned'];

/** The event and the name of its content: `Your listing was paused: “Charizard”`. A review has no name. */
export function decisionEvent(act: DecisionAct, subject: Named | undefined): string {
  const title = eventsOfContent.includes(act) && subject?.kind !== 'review' ? subject?.title : null;
  return title ? `${decisionTitle(act)}: “${title}”` : decisionTitle(act);
}
