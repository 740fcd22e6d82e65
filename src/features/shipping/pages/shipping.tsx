import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { listCountries } from '#kernel/text/country-name.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useShownVersion } from '#ui/form/unsaved/use-shown-version.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { CopySuggested } from '../components/copy-suggested.tsx';
import { ShippingForm } from '../components/shipping-form.tsx';
import { ShippingPreview } from '../components/shipping-preview.tsx';
import { previewShipping } from '../preview.server.ts';
import { copySuggested, putShipping, setSendsFrom } from '../put-shipping.server.ts';
import { shippingPolicy } from '../shipping.policy.ts';
import { getOwnTable } from '../shipping.queries.server.ts';
import { readShippingForm, sentFields, withOneMore } from '../shipping-form.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, shippingPolicy, 'keep own');
  const { db } = pageScope(args.context).platform;
  const params = new URL(args.request.url).searchParams;
  const [table, preview] = await Promise.all([getOwnTable(db, actor.id), previewShipping(db, actor.id, params)]);
  return { table, preview, countries: listCountries() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, shippingPolicy, 'keep own');
  return answerForm(form, sentFields(form), async (): Promise<FormAnswer> => {
    if (text(form, 'intent') === 'add') return withOneMore(form);
    if (text(form, 'intent') === 'country') {
      await setSendsFrom(platform, actor, text(form, 'sendsFrom'));
      return {};
    }
    if (text(form, 'intent') === 'copy') await copySuggested(platform, actor, text(form, 'sendsFrom'));
    else await putShipping(platform, actor, readShippingForm(form));
    return { saved: 'Shipping methods saved' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Shipping methods',
    description: 'How you ship, where to, and what it costs.',
    path: '/dashboard/shipping',
    noIndex: true,
  });

export default function ShippingPage() {
  const { table, preview, countries } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const shown = useShownVersion(table, answer);
  // The button of the suggested methods sends no fields.
  const ofForm = answer?.values?.intent === 'copy' ? answer.problem && { problem: answer.problem } : answer;
  return (
    <>
      <div className="dh">
        <h1>Shipping methods</h1>
        <Link className="link" to="/fees#shipping">
          Fees
        </Link>
      </div>
      <SavedNote said={answer?.saved} />
      {table.version === 0 && table.sendsFrom !== null && (
        <Panel
          title="Start with suggested methods"
          note="You have no shipping methods yet. Use the suggested ones below as they are, or check the prices first, then save."
          className="mb-4"
        >
          <CopySuggested sendsFrom={table.sendsFrom} />
        </Panel>
      )}
      <Panel
        title="Methods by destination"
        note="Methods for a country come before methods for the European Union, and these before worldwide ones. Buyers pay the cheapest method that fits, or choose another one."
      >
        {table.version === 0 && table.sendsFrom === null && (
          <Note className="mb-4">
            You have no shipping methods yet. These are suggested. Choose your country, check the prices, then save.
          </Note>
        )}
        <ShippingForm key={shown.version} table={shown} countries={countries} answer={ofForm} />
      </Panel>
      <Panel
        id="preview"
        title="Preview"
        note="What a buyer pays for one card that is not graded. Save changes first."
        className="mt-4"
      >
        <ShippingPreview preview={preview} countries={countries} />
      </Panel>
    </>
  );
}
