import { Link, type LoaderFunctionArgs } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { useRootData } from '../../rendering/root-data.ts';
import type { Route } from './+types/privacy-policy.ts';
import { DocPage } from './doc-page.tsx';
import { lastChanged, textSections } from './market-text-sections.tsx';
import { loadMarketTexts } from './market-texts.server.ts';

/** The retained data that the features declare, and the host's text about this installation. */
export async function loader({ context }: LoaderFunctionArgs) {
  const scope = pageScope(context);
  return { retained: scope.platform.retainedData, texts: await loadMarketTexts(scope, 'privacy') };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy policy',
    description:
      'Which data we keep, why, for how long and who sees it. No tracking, no ad networks, and nothing in your browser that you didn’t ask for.',
    path: '/privacy-policy',
  });

export default function PrivacyPolicy({ loaderData: { retained: kept, texts } }: Route.ComponentProps) {
  const { brand, sandbox, appUrl } = useRootData();
  const bound = appUrl.startsWith('https://') ? '__Host-' : '';
  return (
    <DocPage
      title="Privacy policy"
      lead={`What ${brand.name} knows about you, why, and for how long. In short: we keep what a sale needs. We don’t track you.`}
      changed={lastChanged(texts, '2026-11-25')}
      sections={[
        {
          id: 'who',
          title: 'Who is responsible',
          body: (
            <>
              <p>
                The operator of this site, who runs its server. {brand.name} is software that anyone can host. Its
                makers receive no data from it. To contact the operator, reply to any email from us.
              </p>
              {sandbox && (
                <p>
                  <strong>This is a test site.</strong> No real money moves, and the checkout is part of the test.
                  Emails aren’t sent. They go to a mailbox that everyone with access to this site can read. Don’t enter
                  real personal data.
                </p>
              )}
            </>
          ),
        },
        {
          id: 'visit',
          title: 'When you browse',
          body: (
            <p>
              Our server receives your browser’s IP address, like every website’s server. We use it to answer you and to
              limit abuse, such as guessed passwords. There are no analytics, no ad networks, no embedded content of
              other companies, and no fonts or scripts from elsewhere. Every file comes from our server.
            </p>
          ),
        },
        {
          id: 'browser',
          title: 'What we store in your browser',
          body: (
            <>
              <ul>
                <li>
                  <code>theme</code>, a cookie and an entry in local storage with your theme: light, dark, midnight or
                  system. Set for one year when you choose a theme.
                </li>
                <li>
                  <code>time_zone</code>, a cookie with your browser’s time zone, set for one year while you are signed
                  in.
                </li>
                <li>
                  <code>{bound}sleeved_session</code>, a cookie set when you sign in. It ends when you sign out.
                </li>
                <li>
                  <code>{bound}sleeved_second_step</code>, a cookie between your password and the code from your
                  authenticator app, for 10 minutes.
                </li>
                <li>
                  <code>{bound}sleeved_device</code>, a cookie that marks this browser as one where you have signed in
                  before. It gives no access. It lets you sign in while someone else is guessing your password. It stays
                  after you sign out, for at most 400 days.
                </li>
                <li>
                  <code>{bound}sleeved_passkey</code>, a cookie that records that this browser has used a passkey, but
                  not whose. The sign-in page then offers passkeys first. For one year. While you use a passkey,{' '}
                  <code>{bound}sleeved_ceremony</code> ties the request to your browser, for 5 minutes.
                </li>
                <li>
                  <code>{bound}sleeved_google</code>, a cookie while you sign in with Google, for 10 minutes.
                </li>
                <li>
                  <code>{bound}sleeved_way</code>, a cookie with the page to open after you confirm your email address.
                  It lasts as long as the link in the email.
                </li>
                {sandbox && (
                  <li>
                    <code>sleeved_mailbox</code>, a cookie of this test site, which lets this browser open its mailbox.
                  </li>
                )}
                <li>
                  An entry in local storage that brings you back after you sign in (<code>auth_redirect</code>, valid 30
                  minutes), and one that stores an unfinished form (<code>listing_draft</code>, 14 days). They stay in
                  this browser. Signing out clears them.
                </li>
                <li>
                  <code>singleKeys</code>, an entry in local storage after you turn off single-key shortcuts, until you
                  turn them on again.
                </li>
                <li>
                  The offline page, which contains no data of yours. If you turn on push notifications on a device, its
                  browser also stores the address for them until you turn them off.
                </li>
              </ul>
              <p>
                Scripts can read only the cookies for the theme and the time zone. All of these entries are needed for
                what you asked for, so there is no cookie banner.
              </p>
            </>
          ),
        },
        {
          id: 'kept',
          title: 'What data we keep',
          body: (
            <>
              <p>
                We keep this data to run your account and your sales, because you agreed to it when you created your
                account. This list comes from the software itself, with every field that it stores.
              </p>
              {kept.map(({ title, says, stays, fields, sealed }) => (
                <section key={title}>
                  <h3>{title}</h3>
                  <p>{says}</p>
                  {stays && (
                    <p>
                      {' '}
                      <strong>Kept after account deletion.</strong> {stays}{' '}
                    </p>
                  )}
                  {fields.length + sealed.length > 0 && (
                    <details>
                      <summary>{title}: all fields</summary>
                      {fields.length > 0 && <p>In your download: {fields.join(', ')}.</p>}
                      {sealed.length > 0 && (
                        <p>
                          In no download, for security or because it is also about other people: {sealed.join(', ')}.
                        </p>
                      )}
                    </details>
                  )}
                </section>
              ))}
              <p>
                We re-encode photos before they are shown. That removes the camera’s data, such as the location. You
                enter your delivery address and payment method on the payment provider’s page.
              </p>
            </>
          ),
        },
        {
          id: 'others',
          title: 'Who we share data with',
          body: (
            <ul>
              <li>
                <strong>Stripe</strong>, the payment provider, receives your email address, what you pay for, and what
                you enter on its page. Its own policy applies there.
              </li>
              <li>
                <strong>Google</strong>, only if you sign in with it. We receive your name, email address and picture,
                and send nothing back.
              </li>
              <li>
                <strong>Buyers and sellers</strong> in your orders see your username. Sellers also see your delivery
                address.
              </li>
              <li>
                <strong>The operator of this site</strong> sees the status of your account. The operator sees your plan,
                sign-ins, sessions and two-step verification only for a named case. What the operator does with this
                data is recorded. The operator sees your email address only on request, which is also recorded.
              </li>
              <li>
                <strong>Browser makers</strong>, such as Google, Mozilla or Apple, only if you turn on push
                notifications. Their servers carry the notifications, encrypted for your device. They can’t read the
                text or see who it is about.
              </li>
              <li>
                <strong>The operator who reviews a report</strong> reads the last messages between the two members of
                the report, and no others. The reported member sees the outcome, but not who made the report.
              </li>
              <li>
                <strong>The operator’s hosting and email providers</strong>, on the operator’s instructions.
              </li>
            </ul>
          ),
        },
        {
          id: 'how-long',
          title: 'How long we keep it',
          body: (
            <ul>
              <li>
                Account and profile: until the account is deleted. After a deletion without a password, encrypted for 72
                more hours. The email about it can undo a deletion by someone else.
              </li>
              <li>Sessions: until you sign out or they expire.</li>
              <li>Listings that were never sold: until the account is deleted. Photos are deleted with the listing.</li>
              <li>
                Orders: as long as the law on trade records requires. The hash of the network that an order was placed
                from: one month.
              </li>
              <li>
                Reviews you wrote: as long as the order they are about, and public. After your account is deleted, the
                name under them is “Deleted member”.
              </li>
              <li>
                Reports: their messages until half a year after the decision, the decision as long as the account.
              </li>
              <li>Which emails were sent, by their IDs only: one week.</li>
              <li>The operator’s actions on accounts, by ID and with the reason given: as long as the site runs.</li>
              <li>
                Server logs: as long as the operator needs them to find a fault. They name requests, not what you wrote.
              </li>
            </ul>
          ),
        },
        {
          id: 'rights',
          title: 'Your rights',
          body: (
            <>
              <p>
                You can see, correct, download, restrict or delete the data we keep about you, and withdraw your
                consent. You can complain to the data protection authority where you live. You can do most of this on
                your profile. For the rest, write to the operator, who answers within a month.
              </p>
              <p>
                You can’t delete your account while a paid order is open, because another member is waiting for a card
                or for money. Read more in <Link to="/faq#data">Help</Link>.
              </p>
            </>
          ),
        },
        {
          id: 'changes',
          title: 'Changes',
          body: (
            <p>
              Before a change that matters to you applies, we tell members by email. The date below is the date of the
              last change.
            </p>
          ),
        },
        ...textSections(texts),
      ]}
    />
  );
}
