import { Form, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { confirmFirst } from '#features/auth/index.server.ts';
import { reportedFrom } from '#features/payouts/words.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { ReportedSellers } from '../../components/money/reported-sellers.tsx';
import { queryFields } from '../../shell/form-fields.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';
import { loadTaxReport } from '../../tax-report/load-tax-report.server.ts';
import { taxYearParams } from '../../tax-report/tax-report.contract.ts';

const address = '/admin/invoices/tax-report';
/** Years that can be chosen, this one included. */
const yearsShown = 5;

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'read the tax report');
  const { platform } = pageScope(args.context);
  await confirmFirst(args, platform, admin);
  const thisYear = platform.clock.now().getUTCFullYear();
  try {
    const { year } = parseInput(taxYearParams, {
      year: queryFields(args.request, ['year']).year ?? String(thisYear),
    });
    const sellers = await loadTaxReport(platform, admin.id, year);
    const years = Array.from({ length: yearsShown }, (_, at) => thisYear - at).filter((one) => one >= 2023);
    return {
      year,
      years,
      sellers: sellers.map(({ sellerId, username, figures, isInEu }) => ({ sellerId, username, figures, isInEu })),
    };
  } catch (error) {
    return pageRefusal(error);
  }
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Tax report',
    description: 'Sellers who are reported to the tax authority.',
    path: address,
    noIndex: true,
  });

const operatorFields = [
  ['name', 'Legal name', 'organization'],
  ['tin', 'Tax number', 'off'],
  ['street', 'Street and number', 'street-address'],
  ['postalCode', 'Postal code', 'postal-code'],
  ['city', 'City', 'address-level2'],
] as const;

export default function TaxReportPage() {
  const { year, years, sellers } = useLoaderData<typeof loader>();
  const files = `/api/admin/tax-report/${year}/report`;
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Invoices', to: '/admin/invoices' }, { label: 'Tax report' }]} />
      <div className="page-h adm-h mt-5">
        <div>
          <h1>Tax report {year}</h1>
          <p>
            Sellers with {reportedFrom()}. Other currencies count as euros. Send the report by 31 January of the next
            year.
          </p>
        </div>
        {sellers.length > 0 && (
          <ButtonLink to={`${files}.csv`} reloadDocument>
            Export CSV
          </ButtonLink>
        )}
      </div>
      <Form className="adm-filter" action={address} key={year} aria-label="Select a year">
        <Select label="Year" name="year" mark={false} defaultValue={String(year)}>
          {years.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
        <Button type="submit">Show year</Button>
      </Form>
      <section className="panel flush" aria-label="Reported sellers">
        {sellers.length === 0 ? (
          <div className="px-6 py-10">
            <EmptyState title="No sellers to report">No seller sold that much in {year}.</EmptyState>
          </div>
        ) : (
          <ReportedSellers sellers={sellers} />
        )}
      </section>
      <Panel
        id="xml"
        title="Report file"
        note="XML in the OECD’s schema for platforms. It includes sellers in the EU who added their tax details."
      >
        <form action={`${files}.xml`} aria-label="Report file">
          {operatorFields.map(([name, label, autoComplete]) => (
            <TextInput key={name} label={label} name={name} required autoComplete={autoComplete} maxLength={200} />
          ))}
          <Button type="submit" className="mt-4">
            Download XML
          </Button>
        </form>
      </Panel>
    </>
  );
}
