import { Form, useNavigation } from 'react-router';
import { formatNumber, plural } from '#kernel/format.ts';
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
    <Panel title="Account" id="account" note={opened ? `Case: ${opened.reason}` : undefined}>
      <Definitions
        rows={[
          ['Email', <Email key="email" member={member} email={email} />],
          ['Email confirmed', isEmailVerified ? 'Yes' : 'Not yet'],
          ['Sign-in methods', waysIn && (waysIn.map((way) => providers[way] ?? way).join(', ') || 'Passkey')],
          ['Two-step verification', factors && factorWords(factors)],
          ['Passkeys', factors && (factors.passkeys === 0 ? 'None' : formatNumber(factors.passkeys))],
          ['Devices', sessions === null ? null : formatNumber(sessions)],
          ['Last sign-in', lastSignIn && <RelativeTime key="seen" at={lastSignIn} now={now} ago />],
          ['Listings', listingWords(listings)],
          ['Sales', formatNumber(totalSales)],
          ['ID', <code key="id">{member.id}</code>],
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
      <Button type="submit" size="sm" busy={busy} busyLabel="Revealing…" data-tip="This is recorded in the audit log">
        Reveal email
      </Button>
    </Form>
  );
}

function factorWords({ app, recoveryCodes }: NonNullable<KnownMember['factors']>): string {
  if (!app) return 'Off';
  return plural(recoveryCodes, {
    one: 'Authenticator app, # recovery code left',
    other: 'Authenticator app, # recovery codes left',
  });
}

const states: Record<string, { one: string; other: string }> = {
  draft: { one: '# draft', other: '# drafts' },
  active: { one: '# active', other: '# active' },
  reserved: { one: '# reserved', other: '# reserved' },
  sold: { one: '# sold', other: '# sold' },
  expired: { one: '# ended', other: '# ended' },
  paused: { one: '# paused', other: '# paused' },
};

function listingWords(listings: KnownMember['listings']): string {
  const parts = Object.entries(states).flatMap(([state, forms]) =>
    listings[state] ? [plural(listings[state], forms)] : [],
  );
  return parts.join(', ') || 'None';
}
