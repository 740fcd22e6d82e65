import { Form, useNavigation } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { Button } from '#ui/button.tsx';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { KnownMember } from '../../members/member.present.server.ts';

const providers: Record<string, string> = { password: 'Password', google: 'Google' };

interface AccountProps {
  member: KnownMember;
  /** Present once it was requested. */
  email: string | undefined;
  now: string;
}

export function AccountFacts({ member, email, now }: AccountProps) {
  const { opened, lastSignIn, waysIn, factors, sessions, listings, totalSales, isEmailVerified } = member;
  return (
    <Panel title="Account" id="account" note={opened ? `Open to you for: ${opened.reason}` : undefined}>
      <Definitions
        rows={[
          ['Email', <Email key="email" member={member} email={email} />],
          ['Confirmed', isEmailVerified ? 'Yes' : 'Not yet'],
          ['Signs in with', waysIn && (waysIn.map((way) => providers[way] ?? way).join(', ') || 'A passkey')],
          ['Second factor', factors && factorWords(factors)],
          ['Passkeys', factors && (factors.passkeys === 0 ? 'None' : String(factors.passkeys))],
          ['Signed in on', sessions === null ? null : sessions === 1 ? '1 device' : `${sessions} devices`],
          ['Last signed in', lastSignIn && <RelativeTime key="seen" at={lastSignIn} now={now} ago />],
          ['Listings', listingWords(listings)],
          ['Sales', formatNumber(totalSales)],
          ['Id', <code key="id">{member.id}</code>],
        ]}
      />
    </Panel>
  );
}

/** Masked until requested: each reading is written to the audit log. */
function Email({ member, email }: { member: KnownMember; email: string | undefined }) {
  const { formData, state } = useNavigation();
  const busy = state !== 'idle' && formData?.get('act') === 'email';
  if (email) {
    return (
      <span role="status" className="adm-id">
        {email}
      </span>
    );
  }
  return (
    <Form method="post" action={`/admin/members/${member.id}`} preventScrollReset className="adm-mail">
      <span>{member.maskedEmail}</span>
      <input type="hidden" name="act" value="email" />
      <Button type="submit" size="sm" busy={busy} busyLabel="Reading…" data-tip="The audit log keeps that you read it">
        Read email
      </Button>
    </Form>
  );
}

function factorWords({ app, recoveryCodes }: NonNullable<KnownMember['factors']>): string {
  return app ? `Authenticator app, ${recoveryCodes} recovery codes left` : 'Off';
}

const states: Record<string, string> = {
  draft: 'drafts',
  active: 'live',
  reserved: 'reserved',
  sold: 'sold',
  expired: 'ended',
  paused: 'paused',
};

function listingWords(listings: KnownMember['listings']): string {
  const parts = Object.entries(states).flatMap(([state, word]) =>
    listings[state] ? [`${formatNumber(listings[state])} ${word}`] : [],
  );
  return parts.join(', ') || 'None';
}
