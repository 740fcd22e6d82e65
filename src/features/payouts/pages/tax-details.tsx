import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { listCountries } from '#kernel/text/country-name.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, typed } from '#platform/http/page-form.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { TaxDetailsForm } from '../components/tax-details-form.tsx';
import { payoutsPolicy } from '../model/payouts.policy.ts';
import { taxDetailsInput } from '../tax-report/tax-details.contract.ts';
import { readTaxDetails, requireTaxReport, saveTaxDetails } from '../tax-report/tax-details.server.ts';
import { reportedFrom } from '../tax-report/tax-report.rules.ts';

const address = '/dashboard/payouts/tax-details';
const shared = ['street', 'postalCode', 'city', 'country', 'tin', 'tinCountry', 'vatId'];
const fields = {
  individual: ['kind', 'firstName', 'lastName', 'birthDate', ...shared],
  company: ['kind', 'companyName', 'registerNumber', ...shared],
};

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, payoutsPolicy, 'give tax details');
  const { platform } = pageScope(args.context);
  try {
    requireTaxReport(platform);
  } catch (error) {
    return pageRefusal(error);
  }
  const details = await readTaxDetails(platform.db, actor.id);
  const chosen = new URL(args.request.url).searchParams.get('kind') ?? details.kind;
  const kind: keyof typeof fields = chosen === 'company' ? 'company' : 'individual';
  return { details, kind, countries: listCountries() };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, payoutsPolicy, 'give tax details');
  const names = form.get('kind') === 'company' ? fields.company : fields.individual;
  return answerForm<FormAnswer>(form, names, async () => {
    requireTaxReport(platform);
    await saveTaxDetails(platform, actor, parseInput(taxDetailsInput, typed(form, names)));
    return { saved: 'Tax details saved.' };
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Tax details',
    description: 'Your details for the report to the tax authority.',
    path: address,
    noIndex: true,
  });

export default function TaxDetailsPage() {
  const { details, kind, countries } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const other = kind === 'individual' ? 'company' : 'individual';
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Payouts', to: '/dashboard/payouts' }, { label: 'Tax details' }]} />
      <div className="page-h adm-h mt-5">
        <div>
          <h1>Tax details</h1>
          <p>
            EU law requires us to report sellers with {reportedFrom()}, in a calendar year. The report goes to the tax
            authority.
          </p>
        </div>
        <ButtonLink to={`${address}?kind=${other}`}>
          {other === 'company' ? 'Enter business details' : 'Enter personal details'}
        </ButtonLink>
      </div>
      <SavedNote said={answer?.saved} />
      {details.isHeld ? (
        <Note tone="warning" className="mb-4">
          <strong>Payouts are paused.</strong> Add your details to be paid.
        </Note>
      ) : (
        details.dueAt && (
          <Note tone="warning" className="mb-4">
            <strong>Add your details by {dayMonthYear(new Date(details.dueAt))}.</strong> After that, payouts are paused
            until you do.
          </Note>
        )
      )}
      <TaxDetailsForm key={kind} details={details} kind={kind} countries={countries} answer={answer} />
    </>
  );
}
