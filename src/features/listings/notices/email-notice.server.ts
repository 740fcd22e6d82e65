import { mailMember } from '#features/notifications/index.server.ts';
import { plural } from '#kernel/format.ts';
import { dayMonthYear, momentUtc } from '#kernel/time.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import type { Platform } from '#platform/platform.ts';
import type { OwnTab } from '../components/own/own-query.ts';

interface Row {
  seller_id: string;
  about: 'ending' | 'ended';
  title: string;
  ends_at: Date;
}

/** More than that and the dashboard is the better list. */
const shownInMail = 20;

export const listingMails: MailKind = {
  name: 'listings',
  rank: 30,
  label: 'Ending listings',
  means: 'A listing ends soon, or has ended and can be renewed. Several notices are in 1 email.',
  why: 'You’re receiving this email because you have listings.',
};

/** Mails a seller what was noted under this id, but for listings that were sold, taken down or renewed since. */
export async function mailNotice(platform: Platform, mailId: string): Promise<void> {
  const { config, clock } = platform;
  const { rows } = await platform.pool.query<Row>(
    `select l.seller_id, n.about, l.title, n.ends_at from listing_notice n join listing l on l.id = n.listing_id
     where n.mail_id = $1 and l.expires_at = n.ends_at and l.status = case n.about when 'ending' then 'active' else 'expired' end
       and (n.about = 'ended' or n.ends_at > $2)
     order by n.ends_at, l.id`,
    [mailId, clock.now()],
  );
  const [first] = rows;
  if (!first) return;
  const text = first.about === 'ending' ? endingText(rows, clock.now()) : endedText(rows);
  const tab: OwnTab = first.about === 'ending' ? 'live' : 'ended';
  await mailMember(platform, {
    userId: first.seller_id,
    kind: listingMails,
    messageId: `listings-${first.about}-${mailId}`,
    email: { ...text, button: { label: 'View listings', url: `${config.appUrl}/dashboard/listings?tab=${tab}` } },
  });
}

function endingText(rows: readonly Row[], now: Date) {
  const first = momentUtc(rows[0]?.ends_at ?? now);
  return {
    subject:
      rows.length === 1
        ? `Ends soon: ${rows[0]?.title}`
        : plural(rows.length, { one: '# listing ends soon', other: '# listings end soon' }),
    paragraphs: [
      plural(rows.length, {
        one: `Your listing ends on ${first}. Renew it for free by then to keep it for sale.`,
        other: `The first of # listings ends on ${first}. Renew them for free to keep them for sale.`,
      }),
      ...rest(rows),
    ],
    rows: rows.slice(0, shownInMail).map((row): [string, string] => [row.title, momentUtc(row.ends_at)]),
  };
}

function endedText(rows: readonly Row[]) {
  return {
    subject:
      rows.length === 1
        ? `Ended: ${rows[0]?.title}`
        : plural(rows.length, { one: '# listing ended', other: '# listings ended' }),
    paragraphs: [
      plural(rows.length, {
        one: 'Your listing ended and is no longer for sale. Renew it for free to sell it again.',
        other: '# listings ended and are no longer for sale. Renew them for free to sell them again.',
      }),
      ...rest(rows),
    ],
    rows: rows.slice(0, shownInMail).map((row): [string, string] => [row.title, dayMonthYear(row.ends_at)]),
  };
}

function rest(rows: readonly Row[]): string[] {
  return rows.length > shownInMail ? [`This email lists the first ${shownInMail} listings.`] : [];
}
