import { Link, type LoaderFunctionArgs } from 'react-router';
import { listFees } from '#features/fees/index.server.ts';
import { type Fee, feeOf, isFree } from '#features/fees/words.ts';
import { ProtectionTable } from '#features/orders/widgets.tsx';
import { ruleAt } from '#features/payouts/index.server.ts';
import { HoldTable, SalesBlockNote } from '#features/payouts/widgets.tsx';
import { listFigures } from '#features/shipping/index.server.ts';
import { FiguresList } from '#features/shipping/widgets.tsx';
import { tierDefinitions } from '#features/tiers/contract.ts';
import { tierRows } from '#features/tiers/widgets.tsx';
import { decimalOf, formatMoney, type Money } from '#kernel/numbers/money.ts';
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
  const { db, clock } = scope.platform;
  const [payouts, fees, figures] = await Promise.all([ruleAt(db, clock.now()), listFees(db), listFigures(db)]);
  return { free, premium, fees, figures, payouts };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Fees',
    description: 'The selling fee now and before, what the Free and Premium plans include, and what a buyer pays.',
    path: '/fees',
  });

export default function Fees({ loaderData }: Route.ComponentProps) {
  const { free, premium, fees, figures, payouts } = loaderData;
  const { minimum, smallAfterDays } = payouts;
  const [now] = fees;
  const nothing = !now || isFree(now);
  return (
    <DocPage
      title="Fees"
      lead={
        nothing
          ? 'Listing is free, and there is no selling fee. Only Premium costs money.'
          : `Listing is free. The selling fee is ${now.words}.`
      }
      changed="2026-11-29"
      sections={[
        {
          id: 'selling',
          title: 'Selling',
          body: (
            <>
              {nothing ? (
                <p>
                  There is no listing fee and no selling fee. The order total is the card price plus shipping. Nothing
                  is added or deducted.
                </p>
              ) : (
                <p>
                  There is no listing fee. The selling fee is <strong>{now.words}</strong>, deducted from the seller’s
                  earnings. The fee doesn’t apply to shipping and is never more than the price of the cards. A fully
                  refunded order has no fee. A partial refund doesn’t change the fee, unless less than the fee is left.
                </p>
              )}
              <p>Each order keeps the fee that applied when it was placed.</p>
              {fees.length > 1 && (
                <div className="tw">
                  <table className="facts-t">
                    <caption className="sr">Selling fee history</caption>
                    <thead>
                      <tr>
                        <th scope="col">Since</th>
                        <th scope="col">Selling fee</th>
                        <th scope="col">Reason</th>
                      </tr>
                    </thead>
                    <tbody>
                      {fees.map(({ since, words, note }) => (
                        <tr key={since ?? ''}>
                          <th scope="row">{since === null ? 'Start' : dayMonthYear(new Date(since))}</th>
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
          id: 'payouts',
          title: 'Payouts',
          body: (
            <>
              <p>
                Earnings are held until some days after delivery. Then they are released and sent to your account at
                Stripe. The number of days depends on how many of your orders were delivered before.
              </p>
              <HoldTable {...payouts} />
              <p>
                An order with a problem, a payment dispute or an unfinished refund is released when that has ended. The
                page Payouts shows the reason and the date for each order. Each order keeps the hold that applied when
                it was paid.
              </p>
              <p>
                Earnings of {decimalOf(minimum)} or more are sent within an hour. Smaller amounts are sent after{' '}
                {smallAfterDays} days, because each account with payouts costs us money every month. You can request
                them sooner, once a day.
              </p>
              <SalesBlockNote {...payouts} />
              <p>
                If a payment goes back to the buyer after your payout, we take its amount from your account at Stripe.
                What is missing there is a debt, and your next payouts pay it off. With a debt of more than{' '}
                {decimalOf(payouts.debtOver)}, or one older than {payouts.debtAfterDays} days, you can’t list more
                cards.
              </p>
              {now && <Example fee={now} />}
            </>
          ),
        },
        {
          id: 'buying',
          title: 'Buying',
          body: (
            <>
              <p>
                You pay the card price plus the seller’s shipping price. The listing shows both, and the Buy button
                shows the total. There is no service fee. You pay shipping once for each order, even for several copies
                of one listing.
              </p>
              <p>
                If your payment method uses a different currency, your bank converts the amount and may charge a fee.
                Customs may charge tax or duty on cards from another country.
              </p>
            </>
          ),
        },
        { id: 'shipping', title: 'Shipping', body: <FiguresList figures={figures} /> },
        ...(figures[0]
          ? [{ id: 'protection', title: 'Orders that don’t arrive', body: <ProtectionTable figures={figures[0]} /> }]
          : []),
        {
          id: 'tiers',
          title: 'Free and Premium',
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
                A reserved listing counts as active until the buyer pays or the order is cancelled. When a listing has
                ended, you can renew it for the same time. <Link to="/premium">Premium</Link> shows the price and how to
                cancel.
              </p>
            </>
          ),
        },
        {
          id: 'refunds',
          title: 'Refunds',
          body: (
            <p>
              Refunds go to the original payment method. The seller can refund an order until it is completed. If you
              and the seller can’t agree, report a problem on the order page and we decide. See{' '}
              <Link to="/faq#problem">What if something is wrong with my order?</Link>
            </p>
          ),
        },
      ]}
    />
  );
}

const cards: Money = { amount: 2_000, currency: 'EUR' };
const shipping = 200;

/** What each side pays and gets, by the fee in force. */
function Example({ fee }: { fee: Fee }) {
  const of = (amount: number) => formatMoney({ ...cards, amount });
  const taken = feeOf(fee, cards.amount);
  return (
    <>
      <p>For example, a card for {of(cards.amount)}:</p>
      <div className="tw">
        <table className="facts-t">
          <caption className="sr">Example of a sale</caption>
          <tbody>
            <tr>
              <th scope="row">Card price</th>
              <td>{of(cards.amount)}</td>
            </tr>
            <tr>
              <th scope="row">Shipping</th>
              <td>{of(shipping)}</td>
            </tr>
            <tr>
              <th scope="row">The buyer pays</th>
              <td>{of(cards.amount + shipping)}</td>
            </tr>
            <tr>
              <th scope="row">Selling fee</th>
              <td>{taken === 0 ? 'None' : `− ${of(taken)}`}</td>
            </tr>
            <tr>
              <th scope="row">The seller earns</th>
              <td>{of(cards.amount + shipping - taken)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
}
