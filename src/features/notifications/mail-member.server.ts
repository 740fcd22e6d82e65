import { type Recipient, recipientAsked, suspensionAsked } from '#features/members/index.server.ts';
import { askTogether } from '#platform/db/ask-together.ts';
import { composeLetter, type Letter } from '#platform/mail/letter.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { Platform } from '#platform/platform.ts';
import { wants } from './preference.rules.ts';
import { choiceAsked } from './preferences.queries.server.ts';
import { unsubscribeUrl } from './unsubscribe.server.ts';

export type LetterText = Pick<Letter, 'subject' | 'paragraphs' | 'rows' | 'sum' | 'button' | 'second'>;
/** Why a mail can't be declined, as its last line. What is about the account itself or its bills reaches a suspended member too. */
export interface Always {
  always: string;
  evenSuspended?: true;
}

export interface MemberMail {
  userId: string;
  /** A kind of the room's manifest, which the member may decline, or why this one can't be declined. */
  kind: MailKind | Always;
  /** Made of the event that it tells of: of two mails under one id the second is not sent. */
  messageId: string;
  /** Another address than the account's: one that it had or is to have. */
  to?: string;
  /** Written once it is known who reads it; null where nothing is to be said any more. */
  letter: LetterText | ((member: Recipient) => Promise<LetterText | null>);
}

/** A mail about the account itself. */
export function aboutAccount(footer: string): Always {
  return { always: footer, evenSuspended: true };
}

/**
 * Mails a member, from a job, unless they declined that kind or paused their mails. Whoever has gone gets nothing, nor does who is suspended but for what is
 * about the account. What is not sent is not sent later either: it stands on the pages. Throws when the mail server did not take it.
 */
export async function mailMember(platform: Platform, { userId, kind, messageId, to, letter }: MemberMail): Promise<void> {
  const { db, config, clock } = platform;
  const asked = [recipientAsked(userId), suspensionAsked(userId), choiceAsked(userId)] as const;
  const [member, isSuspended, choice] = await askTogether(db, 'notifications-may-mail', ...asked);
  if (!member) return;
  const isOptional = 'name' in kind;
  if ((isOptional || !kind.evenSuspended) && isSuspended) return;
  if (isOptional && !wants(choice, kind.name, clock.now())) return;
  const text = typeof letter === 'function' ? await letter(member) : letter;
  if (!text) return;
  const close = isOptional
    ? {
        footer: `You get this because ${kind.why}.`,
        stop: {
          label: 'Stop these mails',
          url: unsubscribeUrl(platform, { userId, kind: kind.name }),
          settingsUrl: `${config.appUrl}/settings/notifications`,
        },
      }
    : { footer: kind.always };
  await post(platform, messageId, { to: to ?? member.email, username: member.username }, { ...text, ...close });
}

/** Mails somebody who is no member any more. */
export async function mailFormerMember(
  platform: Platform,
  { messageId, letter, always: footer, ...former }: Addressee & Always & { messageId: string; letter: LetterText },
): Promise<void> {
  await post(platform, messageId, former, { ...letter, footer });
}

interface Addressee {
  to: string;
  username: string;
}

/** The frame of every letter: greeted by name, under the market's own. */
function post({ mail, config }: Platform, messageId: string, { to, username }: Addressee, text: Omit<Letter, 'to' | 'brand'>): Promise<void> {
  return mail.send(composeLetter({ ...text, paragraphs: [`Hello ${username}.`, ...text.paragraphs], to, brand: config.brandName }), messageId);
}
