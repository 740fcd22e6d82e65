import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirectDocument,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from 'react-router';
import { proofToLeave } from '#features/auth/index.server.ts';
import { clearBrowser, GoogleButton } from '#features/auth/widgets.tsx';
import { listOwedOrders, type OwedOrders } from '#features/orders/index.server.ts';
import { plural } from '#kernel/format.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, cookieHeaders, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { callWithToken, problemAnswer } from '#platform/http/requests/call-with-token.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { PasswordInput } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { deleteAccount } from '../account/delete-account.server.ts';
import { appPolicy } from '../app.policy.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, appPolicy, 'take one’s data out');
  const { platform } = pageScope(args.context);
  const [owed, { proof }] = await Promise.all([listOwedOrders(platform.db, actor.id), proofToLeave(platform, actor)]);
  return { account: actor.id, owed, proof, googleAnswer: new URL(args.request.url).searchParams.get('google') };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, appPolicy, 'take one’s data out');
  const said = (name: string) => text(form, name).slice(0, 1_024) || undefined;
  return answerForm(form, [], async () => {
    await deleteAccount(platform, actor, { password: said('password'), account: said('account') });
    // A whole new page: nothing that was made for the member may stay in the browser's memory.
    throw redirectDocument('/goodbye', { headers: cookieHeaders(platform.identity.clearedCookies()) });
  });
}

/** AP-05: with script the page calls the API with the bearer token; without, its form goes to the action above. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const said = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? { [name]: value } : {};
  };
  const answer = await callWithToken('/api/users/delete-account', { ...said('password'), ...said('account') });
  if (answer.problem) return problemAnswer(answer);
  await clearBrowser({ leaves: true });
  throw redirectDocument('/goodbye');
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Data',
    description: 'Download your data or delete your account.',
    path: '/settings/data',
    noIndex: true,
  });

export default function SettingsDataPage() {
  const { owed } = useLoaderData<typeof loader>();
  return (
    <>
      <Panel
        title="Download your data"
        note="A JSON file with your account, profile, devices, subscription, listings, favorites and orders. Other members appear only by username."
      >
        <a href="/api/export" download className={buttonClass({ kind: 'primary' })}>
          Download data
        </a>
      </Panel>
      <Panel
        title="Delete your account"
        note="Your account is deleted right away. For 14 days you can sign in and keep it, with everything but a paid subscription. After that, it can’t be restored."
      >
        <WhatHappens />
        {owed.total > 0 ? <Owed {...owed} /> : <DeleteForm />}
      </Panel>
    </>
  );
}

function WhatHappens() {
  return (
    <div className="grid gap-4">
      <div>
        <h3 className="font-semibold">Deleted data</h3>
        <ul className="mt-1 list-disc pl-5">
          <li>Your email address, password, profile, photo, devices and preferences.</li>
          <li>Your listings and drafts with their photos, and your favorites. Unpaid orders are cancelled.</li>
          <li>Your subscription, right away. The current month is not refunded.</li>
          <li>Your postal address on every order.</li>
        </ul>
      </div>
      <div>
        <h3 className="font-semibold">Data we keep</h3>
        <ul className="mt-1 list-disc pl-5">
          <li>Everything above, encrypted, for 14 days. We only use it to restore your account.</li>
          <li>
            Orders: what was sold, when and for how much, with photos and messages of reported problems. The other
            member needs these records, and tax law requires them for up to 10 years. You appear there as “Deleted
            member”.
          </li>
          <li>Your username, permanently reserved so that no one can impersonate you.</li>
          <li>Payment records that our payment provider keeps under its own rules.</li>
        </ul>
      </div>
    </div>
  );
}

function Owed({ orders, total }: OwedOrders) {
  const others = total - orders.length;
  return (
    <Note tone="warning" className="mt-5">
      <p>You can delete your account when these orders are completed:</p>
      <ul className="mt-2 list-disc pl-5">
        {orders.map(({ id, title, owed }) => (
          <li key={id}>
            <Link to={`/orders/${id}`}>{title}</Link>: {owed}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-2">
          {plural(others, { one: '# more order is not completed.', other: '# more orders are not completed.' })}{' '}
          <Link to="/orders">Orders</Link>
        </p>
      )}
    </Note>
  );
}

/** Two presses, with and without scripts: the first opens what the second needs. */
function DeleteForm() {
  const { account, proof, googleAnswer } = useLoaderData<typeof loader>();
  const { problem } = useFormAnswer<FormAnswer>() ?? {};
  const { revalidate } = useRevalidator();
  const busy = useNavigation().formMethod === 'POST';
  return (
    <details className="mt-5" open={problem !== undefined || googleAnswer !== null || undefined}>
      <summary className={buttonClass({ kind: 'danger-quiet' })}>Delete account…</summary>
      <div className="mt-5">
        {proof === 'step-up' ? (
          <>
            <p className="mb-3">First verify your identity with one of your sign-in methods.</p>
            <ButtonLink to="/settings/security/confirm?next=/settings/data&always=1">Verify your identity</ButtonLink>
          </>
        ) : proof === 'google-sign-in' ? (
          <>
            <p className="mb-3">First sign in again with your Google account.</p>
            <GoogleButton
              label="Verify with Google"
              purpose="confirm"
              next="/settings/data"
              size="md"
              answer={googleAnswer}
              onDone={() => void revalidate()}
            />
          </>
        ) : (
          <Form method="post">
            <ErrorSummary
              errors={problem?.errors}
              message={problem?.errors ? undefined : problem?.message}
              attempt={problem}
            />
            {problem?.errors && <p className="mb-4">{problem.message}</p>}
            <input type="hidden" name="account" value={account} />
            {proof === 'password' && (
              <PasswordInput
                label="Password"
                name="password"
                mark={false}
                required
                autoComplete="current-password"
                error={problem?.errors?.password}
              />
            )}
            <Button
              type="submit"
              kind="danger"
              busy={busy}
              busyLabel="Deleting…"
              className={proof === 'password' ? 'mt-5' : ''}
            >
              Delete account
            </Button>
          </Form>
        )}
      </div>
    </details>
  );
}
