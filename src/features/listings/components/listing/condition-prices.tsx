import { conditions } from '#kernel/cards/conditions.ts';
import { plural } from '#kernel/format.ts';
import { formatMoney, money } from '#kernel/numbers/money.ts';
import { ConditionBadge } from '#ui/card/condition-badge.tsx';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import type { PriceRange } from '../../contract.ts';

/** From the best condition to the worst; graded cards first, since each grade has its own price. */
const order: readonly string[] = ['graded', ...conditions];

/** The lowest price at which a card is for sale in each condition. */
export function ConditionPrices({ asks }: { asks: readonly PriceRange[] }) {
  const rows = asks.toSorted((a, b) => order.indexOf(a.condition) - order.indexOf(b.condition));
  return (
    <Panel title="Price by condition" note="Lowest price for sale, excluding shipping." id="condition-prices">
      <Definitions
        rows={rows.map(({ condition, currency, low, count }) => [
          condition === 'graded' ? (
            <span key="condition" className="tag">
              Graded
            </span>
          ) : (
            <ConditionBadge key="condition" condition={condition} />
          ),
          <span key="price" className="cond-p">
            <span className="tnum">{formatMoney(money(low, currency))}</span>
            <span className="dim">{plural(count, { one: '# copy', other: '# copies' })}</span>
          </span>,
        ])}
      />
    </Panel>
  );
}
