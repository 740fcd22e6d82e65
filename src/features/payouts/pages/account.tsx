import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirectDocument,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { confirmFirst } from '#features/auth/index.server.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { isPaidOutIn, listPayoutCountries } from '#platform/payments/payout-countries.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { linkAccount } from '../accounts/link-account.server.ts';
import { showAccount, showAccountAfterReturn } from '../accounts/show-account.server.ts';
import { AccountPanel } from '../components/account-panel.tsx';
import { accountLinkInput } from '../contract.ts';
import { payoutsPolicy } from '../model/payouts.policy.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, payoutsPolicy, 'read account');
  const { platform } = pageScope(args.context);
  const { searchParams } = new URL(args.request.url);
  const show = searchParams.get('from') === 'stripe' ? showAccountAfterReturn : showAccount;
  const country = searchParams.get('country');
  return {
    account: await show(platform, actor.id),
    countries: listPayoutCountries(platform.config.hostCountry),
    country: country !== null && isPaidOutIn(country, platform.config.hostCountry) ? country : null,
    isExpired: searchParams.get('link') === 'expired',
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, payoutsPolicy, 'read account');
  const country = text(form, 'country') || undefined;
  // A member who has to verify their identity returns to the country that they selected.
  const back = new URL(args.request.url);
  back.search = country === undefined ? '' : `?${new URLSearchParams({ country })}`;
  await confirmFirst({ request: new Request(back) }, platform, actor);
  return answerForm<FormAnswer>(form, ['country'], async () => {
    const input = parseInput(accountLinkInput, { country });
    throw redirectDocument((await linkAccount(platform, actor, input.country)).url);
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Payout account',
    description: 'Where your earnings are paid to, and what is needed for it.',
    path: '/dashboard/payouts/account',
    noIndex: true,
  });

export default function PayoutAccountPage() {
  const { account, countries, country, isExpired } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const busy = useNavigation().formMethod === 'POST';
  // What Stripe decides shows here at once.
  useLive('me', {});
  return (
    <>
      <div className="dh">
        <div>
          <h1>Payout account</h1>
          <p className="dim">We pay your earnings through Stripe, our payment provider.</p>
        </div>
      </div>
      {isExpired && (
        <Note tone="warning" role="status" className="mb-4">
          The link to Stripe’s page has expired. Open the page again.
        </Note>
      )}
      <AccountPanel account={account} countries={countries} country={country} answer={answer} busy={busy} />
    </>
  );
}
