import type { MarketMoney } from '#features/payouts/index.server.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { Panel } from '#ui/page/panel.tsx';

const rows: readonly [label: string, read: (money: MarketMoney) => Money, isSum?: true][] = [
  ['Balance at Stripe', ({ atStripe }) => atStripe],
  ['Orders on hold', ({ held }) => held],
  ['Orders from before payouts', ({ outside }) => outside],
  ['Owed to sellers', ({ owed }) => owed],
  ['Own money', ({ host }) => host],
  ['Seller debts', ({ debts }) => debts],
  ['Selling fees', ({ fees }) => fees],
  ['Tax in the fees', ({ tax }) => tax],
  ['Stripe fees', ({ stripeCost }) => stripeCost],
  ['Losses', ({ losses }) => losses],
  ['Margin', ({ margin }) => margin, true],
];

/** The market's money by the ledger, a column for each currency. */
export function MarketFigures({ figures }: { figures: readonly MarketMoney[] }) {
  return (
    <Panel title="Ledger" id="ledger" note="The margin is the selling fees less Stripe fees and losses.">
      {figures.length === 0 ? (
        <p className="dim">No payments yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
        <section className="tw" tabIndex={0} aria-label="Ledger, scrollable table">
          <table className="adm-figures adm-money">
            <thead>
              <tr>
                <td />
                {figures.map(({ currency }) => (
                  <th scope="col" key={currency}>
                    {currency}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([label, read, isSum]) => (
                <tr key={label} className={isSum && 'sum'}>
                  <th scope="row">{label}</th>
                  {figures.map((money) => (
                    <td key={money.currency}>{formatMoney(read(money))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  );
}
