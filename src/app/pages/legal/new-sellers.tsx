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
    description:
      'How much a seller may have for sale at a time until buyers have received their first orders, and why.',
    path: '/new-sellers',
  });

export default function NewSellers({ loaderData: { steps, isOn } }: Route.ComponentProps) {
  const last = steps.at(-1)?.below ?? 0;
  return (
    <DocPage
      title="New sellers"
      lead="A market can let new sellers with a free account begin small. With each new buyer who receives an order there is more room."
      changed="2026-11-28"
      sections={[
        {
          id: 'limits',
          title: 'How much you can have for sale',
          body: (
            <>
              {!isOn && (
                <p>This market has the limits switched off: you can have as much for sale as your account allows.</p>
              )}
              <p>They are for free accounts. Premium has no limit.</p>
              <div className="tw">
                <table className="facts-t">
                  <thead>
                    <tr>
                      <th scope="col">Until so many different buyers have received an order</th>
                      <th scope="col">Your copies for sale are worth at most</th>
                    </tr>
                  </thead>
                  <tbody>
                    {steps.map(({ below, worth }) => (
                      <tr key={below}>
                        <th scope="row">{below}</th>
                        <td>{worth}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p>
                From {last} buyers on there is no such limit. Refunded orders and your own other accounts do not count,
                and a buyer counts once. What an account may have at a time counts beside it: see{' '}
                <Link to="/fees#tiers">Free and premium</Link>. Drafts are not counted, and prices in other currencies
                count as US dollars by fixed rates.
              </p>
            </>
          ),
        },
        {
          id: 'why',
          title: 'Why',
          body: (
            <p>
              A fraud needs expensive listings, from an account that nobody knows. An honest seller loses little by
              beginning with a part of the collection, and every buyer is safer.
            </p>
          ),
        },
      ]}
    />
  );
}
