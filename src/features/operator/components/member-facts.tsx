import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { formatMoney } from '#kernel/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';
import { Definitions, Panel } from '#ui/panel.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import type { MemberFactsView } from '../contract.ts';

const day = (at: string | null) => (at ? dayMonthYear(new Date(at)) : null);
const providers: Record<string, string> = { password: 'Password', google: 'Google' };

interface AccountProps {
  member: MemberFactsView;
  /** Where it was asked for. */
  email: string | undefined;
  now: string;
}

export function AccountFacts({ member, email, now }: AccountProps) {
  const { lastSignIn, waysIn, factors, sessions, listings, totalSales, isEmailVerified } = member;
  return (
    <Panel title="Account" id="account">
      <Definitions
        rows={[
          ['Email', <Email key="email" member={member} email={email} />],
          ['Confirmed', isEmailVerified ? 'Yes' : 'Not yet'],
          ['Signs in with', waysIn.map((way) => providers[way] ?? way).join(', ') || 'A passkey'],
          ['Second factor', factorWords(factors)],
          ['Passkeys', factors.passkeys === 0 ? 'None' : String(factors.passkeys)],
          ['Signed in on', sessions === 1 ? '1 device' : `${sessions} devices`],
          ['Last signed in', lastSignIn && <RelativeTime key="seen" at={lastSignIn} now={now} ago />],
          ['Listings', listingWords(listings)],
          ['Sales', totalSales.toLocaleString('en')],
          ['Id', <code key="id">{member.id}</code>],
        ]}
      />
    </Panel>
  );
}

/** Masked until it is asked for: reading it is kept in the audit log. */
function Email({ member, email }: { member: MemberFactsView; email: string | undefined }) {
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

function factorWords({ app, recoveryCodes }: MemberFactsView['factors']): string {
  return app ? `Authenticator app, ${recoveryCodes} recovery codes left` : 'Off';
}

const states: Record<string, string> = { draft: 'drafts', active: 'live', reserved: 'reserved', sold: 'sold', expired: 'ended', paused: 'paused' };

function listingWords(listings: MemberFactsView['listings']): string {
  const parts = Object.entries(states).flatMap(([state, word]) => (listings[state] ? [`${listings[state].toLocaleString('en')} ${word}`] : []));
  return parts.join(', ') || 'None';
}

export function TierFacts({ member }: { member: MemberFactsView }) {
  const { readings, subscription: paid, lastInvoice, lastInvoiceKnown, tier } = member;
  const word = { free: 'Free', premium: 'Premium' };
  return (
    <Panel title="Tier and subscription" id="tier">
      <Definitions
        rows={[
          ['Stored tier', word[tier]],
          ['Reading A', <Because key="a" tier={word[readings.a.tier]} because={readings.a.because} />],
          ['Reading B', <Because key="b" tier={word[readings.b.tier]} because={readings.b.because} />],
          ['Subscription', paid ? sentence(paid.status.replaceAll('_', ' ')) : 'None'],
          [
            'Given by',
            paid?.subscriptionId ? (paid.isGranted ? 'An operator' : paid.subscriptionId.startsWith('sub_') ? 'Stripe' : 'An operator, once') : null,
          ],
          ['Since', day(paid?.startDate ?? null)],
          ['Renews', paid?.status === 'canceled' ? null : day(paid?.renewalDate ?? null)],
          ['Ends', day(paid?.endDate ?? null)],
          ['Last invoice', invoiceWords(lastInvoice, lastInvoiceKnown)],
          ['Subscription id', id(paid?.subscriptionId)],
          ['Customer id', id(paid?.customerId)],
        ]}
      />
    </Panel>
  );
}

function sentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function Because({ tier, because }: { tier: string; because: string }) {
  return (
    <>
      {tier}
      <span className="adm-why">{because}</span>
    </>
  );
}

function id(value: string | null | undefined): ReactNode {
  return value && <code className="adm-id">{value}</code>;
}

const billWords = { paid: 'paid', open: 'not paid', void: 'canceled', closed: 'given up' };

function invoiceWords(bill: MemberFactsView['lastInvoice'], isKnown: boolean): ReactNode {
  if (!isKnown) return 'Stripe does not answer right now.';
  if (!bill) return 'None';
  const words = `${day(bill.createdAt)}, ${formatMoney(bill.amount)}, ${billWords[bill.status]}`;
  if (!bill.url) return words;
  return (
    <a className="link" href={bill.url} target="_blank" rel="noreferrer">
      {words}
      <span className="sr"> (opens a new window)</span>
    </a>
  );
}
