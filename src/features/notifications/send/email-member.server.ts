import { findRecipient, type Recipient } from '#features/members/index.server.ts';
import { composeEmail, type Email } from '#platform/mail/email.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { Platform } from '#platform/platform.ts';
import { wants } from '../preferences/preference.rules.ts';
import { getChoice } from '../preferences/preferences.queries.server.ts';
import { unsubscribeUrl } from './unsubscribe.server.ts';

export type EmailText = Pick<Email, 'subject' | 'paragraphs' | 'rows' | 'sum' | 'button' | 'second'>;
/**
 * Why a mail can't be declined, as its last line. What is about the account itself or its bills reaches a suspended
 * member too.
 */
export interface Always {
  always: string;
  evenSuspended?: true;
}

export interface MemberMail {
  userId: string;
  /**
   * A kind of the room's manifest, which the member may decline, all that one letter is about, or why this one can't be
   * declined.
   */
  kind: MailKind | readonly MailKind[] | Always;
  /** Made of the event that it tells of: of two mails under one id the second is not sent. */
  messageId: string;
  /** Another address than the account's: one that it had or is to have. */
  to?: string;
  /**
   * Written once it is known who reads it and which of the kinds they want; null where nothing is to be said any more.
   */
  letter: EmailText | ((member: Recipient, kinds: readonly MailKind[]) => Promise<EmailText | null>);
}

/** A mail about the account itself. */
export function aboutAccount(footer: string): Always {
  return { always: footer, evenSuspended: true };
}

/**
 * Mails a member, from a job, unless they declined that kind or paused their mails. Whoever has gone gets nothing, nor
 * does who is suspended but for what is about the account. What is not sent is not sent later either: it stands on the
 * pages. Throws when the mail server did not take it.
 */
export async function mailMember(
  platform: Platform,
  { userId, kind, messageId, to, letter: email }: MemberMail,
): Promise<void> {
  const { db, config, clock } = platform;
  const member = await findRecipient(db, userId);
  if (!member) return;
  const always = 'always' in kind ? kind : null;
  if (member.isSuspended && !always?.evenSuspended) return;
  const choice = await getChoice(db, userId);
  const kinds = 'always' in kind ? [] : [kind].flat().filter(({ name }) => wants(choice, name, clock.now()));
  if (!always && kinds.length === 0) return;
  const text = typeof email === 'function' ? await email(member, kinds) : email;
  if (!text) return;
  const close = always
    ? { footer: always.always }
    : {
        footer: `You get this because ${kinds.map(({ why }) => why).join(', and because ')}.`,
        stop: {
          label: 'Stop these mails',
          url: unsubscribeUrl(platform, { userId, kinds: kinds.map(({ name }) => name) }),
          settingsUrl: `${config.appUrl}/settings/notifications`,
        },
      };
  await post(platform, messageId, { to: to ?? member.email, username: member.username }, { ...text, ...close });
}

/** Mails somebody who is no member any more. */
export async function mailFormerMember(
  platform: Platform,
  {
    messageId,
    letter: email,
    always: footer,
    ...former
  }: Addressee & Always & { messageId: string; letter: EmailText },
): Promise<void> {
  await post(platform, messageId, former, { ...email, footer });
}

interface Addressee {
  to: string;
  username: string;
}

/** The frame of every letter: greeted by name, under the market's own. */
function post(
  { mail, config }: Platform,
  messageId: string,
  { to, username }: Addressee,
  text: Omit<Email, 'to' | 'brand'>,
): Promise<void> {
  return mail.send(
    composeEmail({ ...text, paragraphs: [`Hello ${username}.`, ...text.paragraphs], to, brand: config.brandName }),
    messageId,
  );
}
