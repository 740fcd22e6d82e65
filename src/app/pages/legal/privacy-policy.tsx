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
      'Which data this market keeps, why, for how long and who sees it. No tracking, no advertising networks, nothing in your browser that you did not ask for.',
    path: '/privacy-policy',
  });

export default function PrivacyPolicy({ loaderData: { retained: kept, texts } }: Route.ComponentProps) {
  const { brand, sandbox, appUrl } = useRootData();
  const bound = appUrl.startsWith('https://') ? '__Host-' : '';
  return (
    <DocPage
      title="Privacy policy"
      lead={`What ${brand.name} knows about you, why, and for how long. In short: what a sale between two people needs, and nothing to follow you with.`}
      changed={lastChanged(texts, '2026-11-25')}
      sections={[
        {
          id: 'who',
          title: 'Who is responsible',
          body: (
            <>
              <p>
                The operator of this installation: whoever runs the server that this page came from. {brand.name} is
                software that anyone can host; its makers receive no data from it. Reply to any e-mail that the market
                has sent you to reach the operator.
              </p>
              {sandbox && (
                <p>
                  <strong>This installation runs in sandbox mode.</strong> No real money moves, the card page belongs to
                  the sandbox, and e-mails are not sent but kept in a mailbox that everyone who can open this site can
                  read. Do not enter real personal data here.
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
              Your browser’s address reaches the server, as it does with every website. It is used to answer you and to
              limit abuse, such as guessed passwords. There are no analytics, no advertising networks, no embedded
              content of other companies, and no fonts or scripts from elsewhere: every file comes from this server.
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
                  <code>theme</code>, a cookie, and <code>theme</code>, an entry of the local storage: light, dark,
                  midnight or system. For one year, set when you choose a theme.
                </li>
                <li>
                  <code>time_zone</code>, a cookie with the time zone of your browser, while you are signed in. For one
                  year.
                </li>
                <li>
                  <code>{bound}sleeved_session</code>, a cookie once you sign in. It ends when you sign out.
                </li>
                <li>
                  <code>{bound}sleeved_second_step</code>, a cookie between your password and the code of your
                  authenticator app, for ten minutes.
                </li>
                <li>
                  <code>{bound}sleeved_device</code>, a cookie that marks this browser as one where you have signed in
                  before. It opens nothing: it lets you in while somebody else guesses at your password. It stays after
                  signing out, for 400 days at most.
                </li>
                <li>
                  <code>{bound}sleeved_passkey</code>, a cookie that says that this browser has used a passkey, and not
                  whose, so that the sign-in page shows it first. For one year. While you use one,{' '}
                  <code>{bound}sleeved_ceremony</code> ties the question to your browser, for five minutes.
                </li>
                <li>
                  <code>{bound}sleeved_google</code>, a cookie while you sign in with Google, for ten minutes.
                </li>
                <li>
                  <code>{bound}sleeved_way</code>, a cookie that says where you go on once your address is confirmed, as
                  long as the link in the mail is good.
                </li>
                {sandbox && (
                  <li>
                    <code>sleeved_mailbox</code>, a cookie of the sandbox alone: that this browser may open its mailbox.
                  </li>
                )}
                <li>
                  A few notes in the local storage that bring you back after signing in (<code>auth_redirect</code>,
                  valid 30 minutes) or remember that a form is not finished (<code>listing_draft</code>, 14 days, read
                  in this browser alone). Signing out clears them.
                </li>
                <li>
                  <code>singleKeys</code>, an entry of the local storage, once you turn shortcuts of a single key off.
                  Until you turn them on again.
                </li>
                <li>
                  The page that says that you are offline, kept by the browser for when you are. It holds nothing of
                  yours. Where you let this market push news to a device, its browser also keeps the address for that,
                  until you turn it off.
                </li>
              </ul>
              <p>
                No script can read any of these cookies but those of the theme and the time zone. All of it is needed
                for what you asked for. That is why there is no cookie banner.
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
                To run your account and your sales, because you agreed to it when you made the account. What the
                market’s program keeps is said here by the program itself: each field stands under its name.
              </p>
              {kept.map(({ title, says, stays, fields, sealed }) => (
                <section key={title}>
                  <h3>{title}</h3>
                  <p>{says}</p>
                  {stays && <p>Stays when your account is deleted: {lowerFirst(stays)}</p>}
                  {fields.length + sealed.length > 0 && (
                    <details>
                      <summary>{title}: each field</summary>
                      {fields.length > 0 && <p>In your download: {fields.join(', ')}.</p>}
                      {sealed.length > 0 && (
                        <p>In no download, because it opens something or is about others too: {sealed.join(', ')}.</p>
                      )}
                    </details>
                  )}
                </section>
              ))}
              <p>
                Photos are re-encoded before they are shown, which removes what cameras write into them, such as the
                place where they were taken. You enter the delivery address and the card on the payment provider’s page.
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
                <strong>Stripe</strong>, the payment provider: your e-mail address, what you pay for, and what you enter
                on its page. Its own policy applies there.
              </li>
              <li>
                <strong>Google</strong>, only if you sign in with it: we receive your name, e-mail address and picture,
                and send nothing back.
              </li>
              <li>
                <strong>The other side of an order</strong>: your username, and for the seller your delivery address.
              </li>
              <li>
                <strong>The operator of this market</strong> sees how your account stands, and plan, sign-ins, sessions
                and second factors only for a case that they name; whatever is done with it is written down. Your e-mail
                address is shown to an operator only on request, which is written down too.
              </li>
              <li>
                <strong>The makers of browsers</strong> (such as Google, Mozilla or Apple), only if you let a device
                show pushed news: their servers carry it, encrypted for your device, and can read neither what it says
                nor whom it is about.
              </li>
              <li>
                <strong>The operator who looks into a report</strong> reads the last messages between you and who
                reported you, or whom you reported, and no others. The other side reads what the operator found, and not
                who reported.
              </li>
              <li>Whoever hosts the operator’s server and carries its e-mail, on the operator’s instructions.</li>
            </ul>
          ),
        },
        {
          id: 'how-long',
          title: 'How long we keep it',
          body: (
            <ul>
              <li>
                Account and profile: until the account is deleted. Where that was done without a password, encrypted for
                72 hours more, so that the mail about it can undo what somebody else did.
              </li>
              <li>Sessions: until you sign out or they run out.</li>
              <li>Listings that were never sold: with the account. Photos go with the listing.</li>
              <li>
                Orders: as long as the law on records of trade requires. The hash of the network that one was placed
                from: a month.
              </li>
              <li>
                Reviews that you wrote: as long as the order that they are about, for everybody to read; once your
                account is deleted the name under them reads “Deleted member”.
              </li>
              <li>Reports: the messages in them half a year after the answer, the answer as long as the account.</li>
              <li>Which mails went out, by their numbers alone: a week.</li>
              <li>
                What operators did with accounts, by numbers and with the reason that they gave: as long as the market
                runs.
              </li>
              <li>
                Logs of the server: as long as the operator needs them to find a fault. They name requests, not what you
                wrote.
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
                You may see, correct, take with you, restrict or delete what is kept about you, take back an agreement,
                and complain to the data protection authority where you live. Most of it you can do yourself on your
                profile; for the rest write to the operator, who answers within a month.
              </p>
              <p>
                An account with an order that is paid and not done cannot be deleted until it is finished, because
                somebody is waiting for a card or for money. More in the{' '}
                <Link to="/faq#data">questions and answers</Link>.
              </p>
            </>
          ),
        },
        {
          id: 'changes',
          title: 'Changes',
          body: (
            <p>
              When this text changes in a way that matters to you, members are told by e-mail before it applies. The
              date below is that of the last change.
            </p>
          ),
        },
        ...textSections(texts),
      ]}
    />
  );
}

function lowerFirst(sentence: string): string {
  return /^(The|That|Your|A|What|An) /.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}
