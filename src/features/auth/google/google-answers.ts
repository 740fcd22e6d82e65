import { deletionMessages } from '../delete-account/deletion.rules.ts';
import { messages } from '../model/messages.ts';
import { ownPath } from '../redirect/redirect-record.ts';

/**
 * Results of a Google flow, by code: an address carries the code and never the sentence, so that no link can inject
 * text into our pages.
 */
export const googleAnswers = {
  google_cancelled: messages.googleCanceled,
  google_failed: messages.googleFailed,
  /** ER-04: a flow that was to confirm a step. */
  reauth_failed: deletionMessages.notProven,
  google_stale: messages.googleStale,
  google_no_email: messages.googleNoEmail,
  google_unverified: messages.googleUnverified,
  google_use_password: messages.googleUsePassword,
  google_email_taken: messages.googleEmailTaken,
  google_linked_elsewhere: messages.googleLinkedElsewhere,
  google_linked_already: messages.googleLinkedAlready,
  google_other: messages.googleOther,
  google_same_to_delete: messages.googleSameToDelete,
  google_misconfigured: messages.authMisconfigured,
  profile_failed: messages.profileFailed,
  suspended: messages.suspended,
  too_many_attempts: messages.tooManyAttempts,
} as const;
export type GoogleAnswer = keyof typeof googleAnswers;

/** The sentence of a code, or null for an unknown one. */
export function googleSentence(code: unknown): string | null {
  return typeof code === 'string' && Object.hasOwn(googleAnswers, code) ? googleAnswers[code as GoogleAnswer] : null;
}

export const popupMessageType = 'sleeved:google';

export interface PopupMessage {
  type: typeof popupMessageType;
  /** Null: success. */
  problem: GoogleAnswer | null;
  /** Where to continue: a path of this site. */
  to: string;
}

/**
 * The popup's result, or null for any other message: every page may send messages, so origin, window and each field are
 * checked.
 */
export function readPopupMessage(
  event: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  popup: unknown,
  origin: string,
): PopupMessage | null {
  if (event.origin !== origin || event.source !== popup || popup === null) return null;
  const data: unknown = event.data;
  if (typeof data !== 'object' || data === null) return null;
  const { type, problem, to: given } = data as Record<string, unknown>;
  const to = ownPath(given, origin);
  if (type !== popupMessageType || to === null) return null;
  if (problem !== null && googleSentence(problem) === null) return null;
  return { type, problem: problem as GoogleAnswer | null, to };
}
