import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { listCountries } from '#kernel/text/country-name.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text, typed } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { addressFieldNames } from '../address.rules.ts';
import { addressPolicy } from '../addresses.policy.ts';
import { getAddress } from '../addresses.queries.server.ts';
import { changeAddress, removeAddress } from '../change-addresses.server.ts';
import { AddressFields } from '../components/address-fields.tsx';
import { changeAddressInput } from '../contract.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, addressPolicy, 'keep own');
  const address = await getAddress(pageScope(args.context).platform.db, actor, args.params.id ?? '').catch(pageRefusal);
  return { address, countries: listCountries() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, addressPolicy, 'keep own');
  const id = args.params.id ?? '';
  return answerForm(form, [...addressFieldNames, 'isDefault'], async (): Promise<FormAnswer> => {
    if (text(form, 'intent') === 'delete') await removeAddress(platform, actor, id);
    else {
      const given = { ...typed(form, addressFieldNames), version: Number(text(form, 'version')) };
      const isDefault = text(form, 'isDefault') === 'on' ? { isDefault: true } : {};
      await changeAddress(platform, actor, id, parseInput(changeAddressInput, { ...given, ...isDefault }));
    }
    throw redirect('/settings/addresses');
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Edit address',
    description: 'An address that your orders are shipped to.',
    path: '/settings/addresses',
    noIndex: true,
  });

export default function AddressPage() {
  const { address, countries } = useLoaderData<typeof loader>();
  const { problem, values } = useFormAnswer<FormAnswer>() ?? {};
  const busy = useNavigation().formMethod === 'POST';
  return (
    <div className="grid gap-5">
      <Panel title="Edit address" note="Orders keep the address that they were placed with.">
        <Form method="post" noValidate aria-label="Edit address">
          <ErrorSummary
            errors={problem?.errors}
            message={problem?.errors ? undefined : problem?.message}
            attempt={problem}
          />
          <input type="hidden" name="version" value={address.version} />
          <AddressFields address={address} countries={countries} values={values} errors={problem?.errors} />
          <Button type="submit" kind="primary" className="mt-6" busy={busy} busyLabel="Saving…">
            Save address
          </Button>
        </Form>
      </Panel>
      <Panel title="Delete address" note="This can’t be undone. Orders keep their copy of the address.">
        <Form method="post">
          <Button type="submit" name="intent" value="delete" kind="danger-quiet">
            Delete address
          </Button>
        </Form>
      </Panel>
    </div>
  );
}
