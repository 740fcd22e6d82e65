import { Form, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { marketInvoicesQuery } from '#features/payouts/contract.ts';
import { listInvoiceMonths, sumInvoices } from '#features/payouts/index.server.ts';
import { monthName } from '#features/payouts/words.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Select } from '#ui/form/field.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { InvoiceSums } from '../../components/money/invoice-sums.tsx';
import { MarketInvoiceTable } from '../../components/money/market-invoice-table.tsx';
import { readInvoices } from '../../invoices/read-invoices.server.ts';
import { queryFields } from '../../shell/form-fields.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

const address = '/admin/invoices';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'look at invoices');
  const { platform } = pageScope(args.context);
  try {
    const query = parseInput(marketInvoicesQuery, queryFields(args.request, ['month', 'cursor']));
    const [page, months, sums] = await Promise.all([
      readInvoices(platform, query),
      listInvoiceMonths(platform.db),
      sumInvoices(platform.db, query.month),
    ]);
    return {
      ...page,
      ...{ months, sums },
      month: query.month ?? null,
      isFirst: query.cursor === undefined,
      reportsTax: platform.config.taxReportCountry !== null,
    };
  } catch (error) {
    return pageRefusal(error);
  }
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Invoices', description: 'Invoices of selling fees.', path: address, noIndex: true });

export default function InvoicesPage() {
  const { items, nextCursor, missing, months, sums, month, isFirst, reportsTax } = useLoaderData<typeof loader>();
  const { state, location } = useNavigation();
  const busy = state === 'loading' && location.pathname === address;
  return (
    <>
      <div className="page-h adm-h">
        <div>
          <h1>Invoices</h1>
          <p>Invoices of selling fees, and credit notes for fees that were returned. Months are in UTC.</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {reportsTax && <ButtonLink to="/admin/invoices/tax-report">Tax report</ButtonLink>}
          {items.length > 0 && (
            <ButtonLink to={listAddress('/api/admin/invoices/export.csv', { month })} reloadDocument>
              Export CSV
            </ButtonLink>
          )}
        </div>
      </div>
      <Note tone={missing.length > 0 ? 'danger' : 'success'} className="mb-4">
        {missing.length > 0
          ? `These invoice numbers are missing: ${missing.join(', ')}.`
          : 'No invoice number is missing.'}
      </Note>
      {months.length > 0 && (
        <Form className="adm-filter" action={address} key={month} aria-label="Filter invoices">
          <Select label="Month" name="month" mark={false} defaultValue={month ?? ''}>
            <option value="">All months</option>
            {months.map((one) => (
              <option key={one} value={one}>
                {monthName(one)}
              </option>
            ))}
          </Select>
          <Button type="submit" busy={busy}>
            Apply filters
          </Button>
        </Form>
      )}
      <section className="panel flush" aria-label="Invoices" aria-busy={busy || undefined}>
        {items.length === 0 ? (
          <div className="px-6 py-10">
            <EmptyState
              title={month ? 'No matching invoices' : 'No invoices yet'}
              action={month && <ButtonLink to={address}>Clear filters</ButtonLink>}
            >
              Invoices of a month are issued on the first day of the next month.
            </EmptyState>
          </div>
        ) : (
          <MarketInvoiceTable invoices={items} />
        )}
      </section>
      <PageLinks
        label="Invoices, pages"
        newest={!isFirst && ['Newest', listAddress(address, { month })]}
        older={nextCursor !== null && ['Older', listAddress(address, { month, cursor: nextCursor })]}
      />
      {sums.length > 0 && <InvoiceSums sums={sums} title={month ? `Total of ${monthName(month)}` : 'Total'} />}
    </>
  );
}
