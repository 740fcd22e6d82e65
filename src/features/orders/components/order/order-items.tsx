import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { traitNames } from '#features/catalogue/words.ts';
import { specialFinish } from '#features/listings/widgets.tsx';
import { type Checklist, checklistRows } from '#features/listings/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { ConditionBadge, GradeBadge } from '#ui/card/condition-badge.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { Order } from '../../contract.ts';
import { sellersShare } from '../../model/order.rules.ts';
import { methodText } from '../../model/order.texts.ts';
import { OrderArt } from './order-art.tsx';

/** The items, as they were shown at the time of purchase, and the totals. Below: what other features show about them. */
export function OrderItems({ order, children }: { order: Order; children?: ReactNode }) {
  const { shipping, totals, refunded, covered } = order;
  const share = sellersShare(order);
  return (
    <Panel title="Items" note="As listed when the order was placed">
      {order.items.map((item) => (
        <div className="ord-item" key={item.listingId}>
          <OrderArt item={item} sizes="72px" />
          <div>
            <h3>
              <Link to={`/listings/${item.listingId}`}>{item.title}</Link>
            </h3>
            <p className="mt-1 flex flex-wrap items-center gap-2">
              <ItemFacts snapshot={item.snapshot} />
            </p>
            <Checked snapshot={item.snapshot} />
          </div>
          <p className="tnum">
            {item.quantity > 1 && `${item.quantity} × `}
            {formatMoney(item.price)}
          </p>
        </div>
      ))}
      <dl className="ord-sums">
        <div>
          <dt>{shipping.name ? methodText({ ...shipping, name: shipping.name }) : 'Shipping'}</dt>
          <dd>{shipping.price.amount === 0 ? 'Included' : formatMoney(shipping.price)}</dd>
        </div>
        <div className="sum">
          <dt>Total</dt>
          <dd>{formatMoney(totals.total)}</dd>
        </div>
        {refunded && (
          <div>
            <dt>Refunded</dt>
            <dd>− {formatMoney(refunded)}</dd>
          </div>
        )}
        {covered && (
          <div>
            <dt>Covered by us</dt>
            <dd>+ {formatMoney(covered)}</dd>
          </div>
        )}
        {share && (
          <>
            <div>
              <dt>Selling fee</dt>
              <dd>− {formatMoney(share.fee)}</dd>
            </div>
            <div className="sum">
              <dt>Your earnings</dt>
              <dd>{formatMoney(share.left)}</dd>
            </div>
          </>
        )}
      </dl>
      {children}
    </Panel>
  );
}

/** The condition checks that the seller listed. */
function Checked({ snapshot }: { snapshot: Record<string, unknown> }) {
  const rows = checklistRows((snapshot as { checklist?: Checklist | null }).checklist);
  return rows.length === 0 ? null : (
    <p className="dim mt-1">{rows.map(([label, words]) => `${label}: ${words}`).join(' · ')}</p>
  );
}

/** The properties in the listing's snapshot. */
function ItemFacts({ snapshot }: { snapshot: Record<string, unknown> }) {
  const { grading, condition } = snapshot as {
    grading?: { company: string; grade: string | number } | null;
    condition?: string;
  };
  const { rarity, finish } = snapshot as { rarity?: string | null; finish?: string | null };
  const facts = [rarity, finish && specialFinish(finish), ...traitNames(snapshot)].filter(Boolean);
  return (
    <>
      {grading ? <GradeBadge {...grading} /> : condition && <ConditionBadge condition={condition} />}
      {facts.length > 0 && <span className="dim">{facts.join(' · ')}</span>}
    </>
  );
}
