import { findRecipient, type Recipient } from '#features/members/index.server.ts';
import { composeEmail, type Email } from '#platform/mail/email.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { Platform } from '#platform/platform.ts';
import { logoPath } from '#platform/site/logo.ts';
import { wants } from '../preferences/preference.rules.ts';
import { getChoice } from '../preferences/preferences.queries.server.ts';
import { unsubscribeUrl } from './unsubscribe.server.ts';

export type EmailText = Pick<Email, 'subject' | 'paragraphs' | 'rows' | 'sum' | 'button' | 'second'>;
/**
 * Why an email cannot be declined, as its last line. Emails about the account itself or its bills reach a suspended
 * member too.
 */
export interface Always {
  always: string;
  evenSuspended?: true;
}

export interface MemberMail {
  userId: string;
  /**
   * Kinds of the feature's manifest that the email is about and that the member may decline, or the reason why it
   * cannot be declined.
   */
  kind: MailKind | readonly MailKind[] | Always;
  /** Derived from the event: a second email with the same id is not sent. */
  messageId: string;
  /** An address other than the account's: a previous or a future one. */
  to?: string;
  /** Built once the recipient and the kinds that they want are known; null when nothing is left to say. */
  email: EmailText | ((member: Recipient, kinds: readonly MailKind[]) => Promise<EmailText | null>);
}

/** An email about the account itself. */
export function aboutAccount(footer: string): Always {
  return { always: footer, evenSuspended: true };
}

/**
 * Emails a member, from a job, unless they declined the kind or paused emails. A deleted member gets nothing, a
 * suspended one only emails about the account. An email that is not sent is not sent later. Throws when the mail server
 * does not accept it.
 */
export async function mailMember(
  platform: Platform,
  { userId, kind, messageId, to, email }: MemberMail,
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
        footer: kinds.map(({ why }) => why).join(' '),
        stop: {
          label: 'Unsubscribe',
          url: unsubscribeUrl(platform, { userId, kinds: kinds.map(({ name }) => name) }),
          settingsUrl: `${config.appUrl}/settings/notifications`,
        },
      };
  await post(platform, messageId, { to: to ?? member.email, username: member.username }, { ...text, ...close });
}

/** Emails a former member. */
export async function mailFormerMember(
  platform: Platform,
  { messageId, email, always: footer, ...former }: Addressee & Always & { messageId: string; email: EmailText },
): Promise<void> {
  await post(platform, messageId, former, { ...email, footer });
}

interface Addressee {
  to: string;
  username: string;
}

/** The frame of every email: a greeting by name and the app's footer. */
async function post(
  { mail, site, config }: Platform,
  messageId: string,
  { to, username }: Addressee,
  text: Omit<Email, 'to' | 'brand' | 'logo'>,
): Promise<void> {
  const { brand } = await site.read();
  const email = composeEmail({
    ...text,
    paragraphs: [`Hello ${username}.`, ...text.paragraphs],
    to,
    brand: brand.name,
    logo: brand.logo === null ? null : new URL(logoPath, config.appUrl).href,
  });
  return mail.send(email, messageId);
}
