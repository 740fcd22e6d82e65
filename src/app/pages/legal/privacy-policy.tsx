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
  const { recordYears } = scope.platform.config;
  return { recordYears, retained: scope.platform.retainedData, texts: await loadMarketTexts(scope, 'privacy') };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy policy',
    description:
      'Which data we keep, why, for how long and who sees it. No tracking, no ad networks, and nothing in your browser that you didn’t ask for.',
    path: '/privacy-policy',
  });

export default function PrivacyPolicy({ loaderData: { recordYears, retained: kept, texts } }: Route.ComponentProps) {
  const { brand, sandbox, appUrl } = useRootData();
  const bound = appUrl.startsWith('https://') ? '__Host-' : '';
  return (
    <DocPage
      title="Privacy policy"
      lead={`Which data ${brand.name} keeps about you, why, and for how long. We keep what a sale needs, and we don’t track you.`}
      changed={lastChanged(texts, '2026-11-25')}
      sections={[
        {
          id: 'who',
          title: 'Operator',
          body: (
            <>
              <p>
                The operator of this site runs its server and is responsible for your data. {brand.name} is software
                that anyone can host. Its makers receive no data from this site. To contact the operator, reply to any
                email from us.
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
          title: 'Browsing',
          body: (
            <p>
              Our server receives your browser’s IP address, as every web server does. We use it to answer you and to
              limit abuse, such as guessed passwords. There are no analytics, no ad networks, no embedded content from
              other companies, and no fonts or scripts from other servers. Every file comes from our server.
            </p>
          ),
        },
        {
          id: 'browser',
          title: 'Browser storage',
          body: (
            <>
              <ul>
                <li>
                  <code>theme</code>, a cookie and an entry in local storage with your theme: light, dark, midnight or
                  system. Set for 1 year when you choose a theme.
                </li>
                <li>
                  <code>time_zone</code>, a cookie with your browser’s time zone, set for 1 year while you are signed
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
                  not for which account. The sign-in page then offers passkeys first. Set for 1 year. While you use a
                  passkey, <code>{bound}sleeved_ceremony</code> ties the request to your browser, for 5 minutes.
                </li>
                <li>
                  <code>{bound}sleeved_google</code>, a cookie while you sign in with Google, for 10 minutes.
                </li>
                <li>
                  <code>{bound}sleeved_cart</code>, a cookie that finds your cart before you sign in, and{' '}
                  <code>cart_count</code>, a cookie with the number of listings in it. Both last 30 days.
                </li>
                <li>
                  <code>{bound}sleeved_way</code>, a cookie with the page to open after you confirm your email address.
                  It lasts 24 hours.
                </li>
                {sandbox && (
                  <li>
                    <code>sleeved_mailbox</code>, a cookie that lets this browser open the mailbox of this test site.
                  </li>
                )}
                <li>
                  <code>auth_redirect</code>, valid 30 minutes, an entry in local storage that brings you back after you
                  sign in. It stays in this browser. Signing out clears it.
                </li>
                <li>
                  <code>listing_draft</code>, valid 14 days, an entry in local storage with an unfinished form. It stays
                  in this browser. Signing out clears it.
                </li>
                <li>
                  <code>singleKeys</code>, an entry in local storage after you turn off single-key shortcuts, until you
                  turn them on again.
                </li>
                <li>
                  The offline page. It contains none of your data. If you turn on push notifications on a device, its
                  browser also stores an address for them until you turn them off.
                </li>
              </ul>
              <p>
                Scripts can read only the cookies for the theme, the time zone and the number in your cart. All of these
                entries are needed for functions that you use, so there is no cookie banner.
              </p>
            </>
          ),
        },
        {
          id: 'kept',
          title: 'Data we keep',
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
                          Not in your download, for security or because the data is also about other people:{' '}
                          {sealed.join(', ')}.
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
          title: 'Data we share',
          body: (
            <ul>
              <li>
                <strong>Stripe</strong>, the payment provider, receives your email address, what you pay for, and what
                you enter on its page. Stripe’s privacy policy applies there.
              </li>
              <li>
                <strong>Google</strong>, only if you sign in with it. We receive your name, email address and photo, and
                send nothing back.
              </li>
              <li>
                <strong>Buyers and sellers</strong> in your orders see your username. Sellers also see your delivery
                address.
              </li>
              <li>
                <strong>The operator of this site</strong> sees the status of your account. The operator sees your plan,
                sign-ins, sessions and two-step verification only for a named case. The operator’s use of this data is
                recorded. The operator sees your email address only on request, and each request is recorded.
              </li>
              <li>
                <strong>Browser makers</strong>, such as Google, Mozilla or Apple, only if you turn on push
                notifications. Their servers carry the notifications, encrypted for your device. Browser makers can’t
                read the text or see who it is about.
              </li>
              <li>
                <strong>The team member who reviews a report</strong> reads only the last messages between its two
                members. The reported member sees the outcome, but not who sent the report.
              </li>
              <li>
                <strong>The operator’s hosting and email providers</strong>, on the operator’s instructions.
              </li>
            </ul>
          ),
        },
        {
          id: 'how-long',
          title: 'Retention periods',
          body: (
            <ul>
              <li>
                Account and profile: until the account is deleted. After a deletion without a password, we keep the data
                encrypted for 72 more hours. The link in our email can then undo the deletion.
              </li>
              <li>Sessions: until you sign out or they expire.</li>
              <li>Listings that were never sold: until the account is deleted. Photos are deleted with the listing.</li>
              <li>
                Orders: as long as the law on trade records requires. The hash of the network that an order was placed
                from: 1 month.
              </li>
              <li>
                Invoices and tax details: {recordYears} years after the end of their year, also if the account is
                deleted before.
              </li>
              <li>
                Reviews you wrote: as long as the order they are about, and public. After your account is deleted, the
                name under them is “Deleted member”.
              </li>
              <li>Reports: the messages until 6 months after the decision, and the decision as long as the account.</li>
              <li>Which emails were sent, by their IDs only: 1 week.</li>
              <li>The operator’s actions on accounts, by ID and with the reason given: as long as the site runs.</li>
              <li>
                Server logs: as long as the operator needs them to find a fault. The logs record requests, but not what
                you wrote.
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
                consent. You can complain to the data protection authority where you live. You can do most of this in
                Settings. For the rest, write to the operator, who replies within 1 month.
              </p>
              <p>
                You can’t delete your account while a paid order is open, because another member is waiting for a card
                or a payment. Read more in <Link to="/faq#data">Help</Link>.
              </p>
            </>
          ),
        },
        {
          id: 'changes',
          title: 'Changes',
          body: (
            <p>We email members before an important change applies. The date below is the date of the last change.</p>
          ),
        },
        ...textSections(texts),
      ]}
    />
  );
}
