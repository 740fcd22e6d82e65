import { Suspense } from 'react';
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { listCountries } from '#kernel/text/country-name.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text, typed } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { TraderFields } from '../components/trader-fields.tsx';
import { statusInput } from '../contract.ts';
import { traderPolicy } from '../model/traders.policy.ts';
import { untilWhen } from '../model/until-when.ts';
import { setTraderStatus } from '../set-trader-status.server.ts';
import { getOwnStatus } from '../trader-status.queries.server.ts';
import { SellerTermsPanel } from '../widgets.tsx';

const fields = [
  'legalName',
  'street',
  'postalCode',
  'city',
  'country',
  'email',
  'phone',
  'register',
  'registerNumber',
  'vatId',
  'withdrawal',
];

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, traderPolicy, 'say of oneself');
  const { platform } = pageScope(args.context);
  const status = await getOwnStatus(platform.db, actor.id);
  const pauses = status.dueAt && untilWhen(new Date(status.dueAt), platform.clock.now());
  return { status, pauses, countries: listCountries() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, traderPolicy, 'say of oneself');
  return answerForm(form, [...fields, 'kind', 'certified'], async (): Promise<FormAnswer> => {
    const isTrader = text(form, 'kind') === 'trader';
    const said = isTrader
      ? { kind: 'trader', ...typed(form, fields), certified: text(form, 'certified') === 'on' }
      : { kind: 'private' };
    await setTraderStatus(platform, actor, parseInput(statusInput, said));
    return {
      saved: isTrader
        ? 'Seller details saved. You’re a professional seller.'
        : 'Seller details saved. You’re a private seller.',
    };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Seller details',
    description: 'Private or professional seller, and what buyers see.',
    path: '/settings/seller',
    noIndex: true,
  });

export default function SettingsSellerPage() {
  const { status, pauses, countries } = useLoaderData<typeof loader>();
  const { problem, values, saved } = useFormAnswer<FormAnswer>() ?? {};
  const busy = useNavigation().formMethod === 'POST';
  return (
    <>
      {saved && (
        <Note tone="success" role="status" className="mb-4">
          {saved}
        </Note>
      )}
      {status.missing.length > 0 && (
        <Note tone="warning" className="mb-4">
          <strong>Complete your seller details.</strong> Buyers must see who they buy from. You can’t publish listings
          until your details are complete. {pauses}
        </Note>
      )}
      <Suspense>
        <SellerTermsPanel
          terms={status}
          title={status.kind === 'trader' ? 'Professional seller' : 'Private seller'}
          className="mb-4"
        />
      </Suspense>
      {status.kind === 'trader' && !status.isMarked && (
        <Panel title="Switch to private seller" className="mb-4">
          <Form method="post" aria-label="Switch to private seller">
            <p className="dim mb-4">
              Your details as a professional seller are deleted. Orders keep the details that their buyers saw.
            </p>
            <Button type="submit" name="kind" value="private" busy={busy}>
              Switch to private seller
            </Button>
          </Form>
        </Panel>
      )}
      <Panel
        title={status.kind === 'trader' ? 'Your details' : 'Become a professional seller'}
        note="You’re a professional seller if you sell for your trade or business, for example regularly and for profit, or items that you bought to resell. These details are public."
      >
        <Form method="post" noValidate aria-label="Professional seller">
          <ErrorSummary
            errors={problem?.errors}
            message={problem?.errors ? undefined : problem?.message}
            attempt={problem}
          />
          <TraderFields trader={status.trader} countries={countries} values={values} errors={problem?.errors} />
          <Checkbox
            name="certified"
            className="mt-4"
            label="I certify that I sell only items that comply with EU law, and that these details are correct."
            defaultChecked={values?.certified === 'on'}
            error={problem?.errors?.certified}
          />
          <Button
            type="submit"
            name="kind"
            value="trader"
            kind="primary"
            className="mt-6"
            busy={busy}
            busyLabel="Saving…"
          >
            {status.kind === 'trader' ? 'Save' : 'Become a professional seller'}
          </Button>
        </Form>
      </Panel>
    </>
  );
}
