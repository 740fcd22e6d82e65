import { findMemberProfile, isSuspended } from '#features/members/index.server.ts';
import { composeLetter, type Letter } from '#platform/mail/letter.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { Platform } from '#platform/platform.ts';
import { wants } from './preference.rules.ts';
import { getChoice } from './preferences.queries.server.ts';
import { unsubscribeUrl } from './unsubscribe.server.ts';

export interface MemberMail {
  userId: string;
  /** A kind of the room's manifest, which the member may decline, or why this one can't be declined, as the last line of the mail. */
  kind: MailKind | { always: string };
  /** Made of the event that it tells of: of two mails under one id the second is not sent. */
  messageId: string;
  letter: Pick<Letter, 'subject' | 'paragraphs' | 'rows' | 'sum' | 'button'>;
}

/**
 * Mails a member, from a job, unless they declined that kind or paused their mails. Whoever has gone or is suspended gets nothing. What is not sent is
 * not sent later either: it stands on the pages. Throws when the mail server did not take it.
 */
export async function mailMember(platform: Platform, { userId, kind, messageId, letter }: MemberMail): Promise<void> {
  const { db, config, clock } = platform;
  const member = await findMemberProfile(db, userId);
  if (!member || (await isSuspended(db, userId))) return;
  const isOptional = 'name' in kind;
  if (isOptional && !wants(await getChoice(db, userId), kind.name, clock.now())) return;
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
  const paragraphs = [`Hello ${member.username}.`, ...letter.paragraphs];
  await platform.mail.send(composeLetter({ ...letter, ...close, paragraphs, to: member.email, brand: config.brandName }), messageId);
}
