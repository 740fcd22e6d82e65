import { Link } from 'react-router';
import { tierDefinitions } from '#features/tiers/contract.ts';
import { tierRows } from '#features/tiers/widgets.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/fees.ts';
import { DocPage } from './doc-page.tsx';

/** The numbers come from the definition that the server enforces. */
export function loader() {
  const { free, premium } = tierDefinitions;
  return { free, premium };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Fees',
    description: 'No fee for listing and none on a sale. What a free account has, what premium adds, and what card, post and payment cost a buyer.',
    path: '/fees',
  });

export default function Fees({ loaderData: { free, premium } }: Route.ComponentProps) {
  return (
    <DocPage
      title="Fees"
      lead="Listing a card costs nothing, and nothing is taken from a sale. Premium is the one thing that is sold by the market itself."
      changed="2026-11-23"
      sections={[
        {
          id: 'selling',
          title: 'Selling',
          body: (
            <>
              <p>
                There is no fee for listing and no commission: the software charges none today. What a buyer pays for the card and the post is the
                amount of the order, with nothing added to it or taken from it.
              </p>
            </>
          ),
        },
        {
          id: 'buying',
          title: 'Buying',
          body: (
            <>
              <p>
                You pay the price of the card and the post that the seller asks. Both stand on the listing, and the buy button carries the total.
                There is no service fee on top. Post is paid once for each order, also when you buy several copies of one listing.
              </p>
              <p>
                If the currency of the listing is not the currency of your card, your bank converts it and may charge you for that. Parcels from
                another country may be taxed at the border.
              </p>
            </>
          ),
        },
        {
          id: 'tiers',
          title: 'Free and premium',
          body: (
            <>
              <div className="tw">
                <table className="facts-t">
                  <thead>
                    <tr>
                      <td />
                      <th scope="col">{free.displayName}</th>
                      <th scope="col">{premium.displayName}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {tierRows(free, premium).map(({ what, free: inFree, premium: inPremium }) => (
                      <tr key={what}>
                        <th scope="row">{what}</th>
                        <td>{inFree}</td>
                        <td>{inPremium}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p>
                A copy that is held for a buyer counts as one of your copies for sale until it is paid or released. When a listing has run its time
                you can renew it; the time starts again. <Link to="/premium">Premium</Link> says what it costs and what cancelling does.
              </p>
            </>
          ),
        },
        {
          id: 'refunds',
          title: 'Money back',
          body: (
            <p>
              A refund goes back to the card that paid. The seller can give one until the order is done; if you and the seller do not agree, report a
              problem on the order and the operator decides. See <Link to="/faq#problem">Something is wrong with my order</Link>.
            </p>
          ),
        },
      ]}
    />
  );
}
