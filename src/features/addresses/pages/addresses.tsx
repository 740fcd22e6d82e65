import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { countryName, listCountries } from '#kernel/text/country-name.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { addressFieldNames } from '../address.rules.ts';
import { addAddressFromForm } from '../address-form.server.ts';
import { addressesQuotas, fullBookSentence } from '../addresses.limits.ts';
import { addressPolicy } from '../addresses.policy.ts';
import { listAddresses } from '../addresses.queries.server.ts';
import { changeAddress } from '../change-addresses.server.ts';
import { AddressFields } from '../components/address-fields.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, addressPolicy, 'keep own');
  const addresses = await listAddresses(pageScope(args.context).platform.db, actor.id);
  const { most } = addressesQuotas.book;
  return { addresses, most, fullBook: fullBookSentence(addresses.length), countries: listCountries() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, addressPolicy, 'keep own');
  return answerForm(form, [...addressFieldNames, 'isDefault'], async (): Promise<FormAnswer> => {
    const id = text(form, 'default');
    if (id !== '') {
      await changeAddress(platform, actor, id, { isDefault: true });
      return { saved: 'Default address changed' };
    }
    await addAddressFromForm(platform, actor, form);
    return { saved: 'Address added' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Addresses',
    description: 'The addresses that your orders are shipped to.',
    path: '/settings/addresses',
    noIndex: true,
  });

export default function AddressesPage() {
  const { addresses, most, fullBook, countries } = useLoaderData<typeof loader>();
  const { problem, values, saved } = useFormAnswer<FormAnswer>() ?? {};
  const busy = useNavigation().formMethod === 'POST';
  return (
    <div className="grid gap-5">
      {saved && (
        <Note tone="success" role="status">
          {saved}
        </Note>
      )}
      <Panel title="Your addresses" note="Only you see your address book. The seller of an order sees its address.">
        {addresses.length === 0 && <p className="dim">No addresses yet. Add the address for your orders below.</p>}
        <ul className="grid gap-5" aria-label="Your addresses">
          {addresses.map(({ id, name, lines, country, isDefault, warnings }) => (
            <li key={id}>
              <address dir="auto" className="whitespace-pre-line wrap-anywhere not-italic">
                {[...lines, countryName(country)].join('\n')}
              </address>
              {warnings.map((warning) => (
                <Note key={warning} tone="warning" className="mt-2">
                  {warning}
                </Note>
              ))}
              <Form method="post" className="mt-2 flex flex-wrap items-center gap-4">
                {isDefault ? (
                  <span className="dim">Default address</span>
                ) : (
                  <Button type="submit" name="default" value={id} size="sm" aria-label={`Make default: ${name}`}>
                    Make default
                  </Button>
                )}
                <Link className="link" to={`/settings/addresses/${id}`} aria-label={`Edit address: ${name}`}>
                  Edit address
                </Link>
              </Form>
            </li>
          ))}
        </ul>
      </Panel>
      {fullBook === null ? (
        <Panel title="Add address" note={`You can save ${most} addresses.`}>
          <Form key={addresses.length} method="post" noValidate aria-label="Add address">
            <ErrorSummary
              errors={problem?.errors}
              message={problem?.errors ? undefined : problem?.message}
              attempt={problem}
            />
            <AddressFields
              countries={countries}
              values={values}
              errors={problem?.errors}
              isFirst={addresses.length === 0}
            />
            <Button type="submit" kind="primary" className="mt-6" busy={busy} busyLabel="Saving…">
              Add address
            </Button>
          </Form>
        </Panel>
      ) : (
        <Note tone="info">{fullBook}</Note>
      )}
    </div>
  );
}
