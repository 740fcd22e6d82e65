import { Suspense } from 'react';
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
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
import { listCountries } from '../model/countries.ts';
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
    return { saved: isTrader ? 'Saved: you sell as a trader.' : 'Saved: you sell as a private person.' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Who sells',
    description: 'Private person or trader.',
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
          <strong>You sell as a trader, and buyers must be shown who that is.</strong> Until what is missing is there
          nothing more of yours goes up for sale. {pauses}
        </Note>
      )}
      <Suspense>
        <SellerTermsPanel
          terms={status}
          title={status.kind === 'trader' ? 'You sell as a trader' : 'You sell as a private person'}
          className="mb-4"
        />
      </Suspense>
      {status.kind === 'trader' && !status.isMarked && (
        <Panel title="Sell as a private person" className="mb-4">
          <Form method="post" aria-label="Sell as a private person">
            <p className="dim mb-4">
              What you show as a trader is deleted here. Orders keep what their buyers were shown.
            </p>
            <Button type="submit" name="kind" value="private" busy={busy}>
              Switch to private seller
            </Button>
          </Form>
        </Panel>
      )}
      <Panel
        title={status.kind === 'trader' ? 'What buyers are shown' : 'Sell as a trader'}
        note="You’re a professional seller if you sell regularly for profit, or resell items you bought to sell. These details are public."
      >
        <Form method="post" noValidate aria-label="Sell as a trader">
          <ErrorSummary
            errors={problem?.errors}
            message={problem?.errors ? undefined : problem?.message}
            attempt={problem}
          />
          <TraderFields trader={status.trader} countries={countries} values={values} errors={problem?.errors} />
          <Checkbox
            name="certified"
            className="mt-4"
            label="I offer only what the law of the European Union allows, and what stands here is true."
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
            {status.kind === 'trader' ? 'Save' : 'Sell as a trader'}
          </Button>
        </Form>
      </Panel>
    </>
  );
}
