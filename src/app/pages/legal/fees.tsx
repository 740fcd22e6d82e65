import { Link, type LoaderFunctionArgs } from 'react-router';
import { listFees } from '#features/fees/index.server.ts';
import { isFree } from '#features/fees/words.ts';
import { tierDefinitions } from '#features/tiers/contract.ts';
import { tierRows } from '#features/tiers/widgets.tsx';
import { dayMonthYear } from '#kernel/time.ts';
import { pageScope } from '#platform/http/page.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import type { Route } from './+types/fees.ts';
import { DocPage } from './doc-page.tsx';

/** The numbers come from the definitions that the server enforces. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { free, premium } = tierDefinitions;
  const scope = pageScope(context);
  scope.dependsOn(['terms']);
  return { free, premium, fees: await listFees(scope.platform.db) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Fees',
    description:
      'What the market takes from a sale, now and before. What a free account has, what premium adds, and what card, post and payment cost a buyer.',
    path: '/fees',
  });

export default function Fees({ loaderData: { free, premium, fees } }: Route.ComponentProps) {
  const [now] = fees;
  const nothing = !now || isFree(now);
  return (
    <DocPage
      title="Fees"
      lead={
        nothing
          ? 'Listing a card costs nothing, and nothing is taken from a sale. Premium is the one thing that is sold by the market itself.'
          : `Listing a card costs nothing. Of a sale the market takes ${now.words}.`
      }
      changed="2026-11-26"
      sections={[
        {
          id: 'selling',
          title: 'Selling',
          body: (
            <>
              {nothing ? (
                <p>
                  There is no fee for listing and no commission. What a buyer pays for the card and the post is the
                  amount of the order, with nothing added to it or taken from it.
                </p>
              ) : (
                <p>
                  There is no fee for listing. Of a sale the market takes <strong>{now.words}</strong>, from what the
                  seller gets; the post is not counted. It is never more than the cards cost, and a sale of which all
                  money goes back costs nothing.
                </p>
              )}
              <p>An order keeps the fee of the moment in which it was placed, whatever the fee becomes later.</p>
              {fees.length > 1 && (
                <div className="tw">
                  <table className="facts-t">
                    <caption className="sr">Fees until today</caption>
                    <thead>
                      <tr>
                        <th scope="col">Since</th>
                        <th scope="col">Of a sale</th>
                        <th scope="col">Why</th>
                      </tr>
                    </thead>
                    <tbody>
                      {fees.map(({ since, words, note }) => (
                        <tr key={since ?? ''}>
                          <th scope="row">{since === null ? 'The beginning' : dayMonthYear(new Date(since))}</th>
                          <td>{words}</td>
                          <td>{note}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )}
            </>
          ),
        },
        {
          id: 'buying',
          title: 'Buying',
          body: (
            <>
              <p>
                You pay the price of the card and the post that the seller asks. Both stand on the listing, and the buy
                button carries the total. There is no service fee on top. Post is paid once for each order, also when
                you buy several copies of one listing.
              </p>
              <p>
                If the currency of the listing is not the currency of your card, your bank converts it and may charge
                you for that. Parcels from another country may be taxed at the border.
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
                A copy that is held for a buyer counts as one of your copies for sale until it is paid or released. When
                a listing has run its time you can renew it; the time starts again. <Link to="/premium">Premium</Link>{' '}
                says what it costs and what cancelling does.
              </p>
            </>
          ),
        },
        {
          id: 'refunds',
          title: 'Refunds',
          body: (
            <p>
              A refund goes back to the card that paid. The seller can give one until the order is done; if you and the
              seller do not agree, report a problem on the order and the operator decides. See{' '}
              <Link to="/faq#problem">Something is wrong with my order</Link>.
            </p>
          ),
        },
      ]}
    />
  );
}
