import { Link, type LoaderFunctionArgs } from 'react-router';
import { newSellerSteps } from '#features/listings/contract.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { pageScope } from '#platform/http/page.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import type { Route } from './+types/new-sellers.ts';
import { DocPage } from './doc-page.tsx';

/** The numbers come from the table that the server enforces. */
export function loader({ context }: LoaderFunctionArgs) {
  const steps = newSellerSteps.map(({ below, value }) => ({
    below,
    worth: formatMoney({ amount: value, currency: 'USD' }),
  }));
  return { steps, isOn: pageScope(context).platform.config.newSellerLimits };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'New sellers',
    description: 'How much new sellers can have for sale at a time, and why.',
    path: '/new-sellers',
  });

export default function NewSellers({ loaderData: { steps, isOn } }: Route.ComponentProps) {
  const last = steps.at(-1)?.below ?? 0;
  return (
    <DocPage
      title="New sellers"
      lead="How much new sellers on the Free plan can have for sale. The limit rises as buyers receive their orders."
      changed="2026-11-28"
      sections={[
        {
          id: 'limits',
          title: 'Limits',
          body: (
            <>
              {!isOn && <p>These limits are turned off on this site. Only the limits of your plan apply.</p>}
              <p>The limits apply to the Free plan. Premium has no limit.</p>
              <div className="tw">
                <table className="facts-t">
                  <thead>
                    <tr>
                      <th scope="col">Buyers who have received an order</th>
                      <th scope="col">Maximum value of your active listings</th>
                    </tr>
                  </thead>
                  <tbody>
                    {steps.map(({ below, worth }) => (
                      <tr key={below}>
                        <th scope="row">{`Fewer than ${below}`}</th>
                        <td>{worth}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p>
                From {last} buyers, the limit no longer applies. Each buyer counts once. Refunded orders and your own
                other accounts don’t count. Drafts don’t count toward the value. Prices in other currencies are
                converted to US dollars at fixed rates. The limits of your plan also apply. See{' '}
                <Link to="/fees#tiers">Free and Premium</Link>.
              </p>
            </>
          ),
        },
        {
          id: 'why',
          title: 'Purpose of the limits',
          body: <p>Limits on new accounts help us prevent fraud and protect buyers.</p>,
        },
      ]}
    />
  );
}
