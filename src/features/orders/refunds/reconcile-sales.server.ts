import { plainCopySql } from '#features/catalogue/index.server.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { lockOrder } from '../fulfil/move-order.server.ts';
import { settleSale } from '../fulfil/settle-sale.server.ts';
import { paidStatuses } from '../model/order.process.ts';

/** Longer than two versions of the program run beside each other. */
const lookBackMs = 3 * dayMs;
const atMost = 500;

const traitOfItem = (trait: string) => `(i.snapshot ->> '${trait}')`;
const isPlainItem = plainCopySql((trait) =>
  trait === 'edition' ? traitOfItem(trait) : `${traitOfItem(trait)}::boolean`,
);

/**
 * A read-only query across two features: the rows stored by `prices` with the state of their orders. A free-text item
 * is no sale of a card; a refund made in Stripe's dashboard moves no order.
 */
const text = `select o.id from orders o
  where o.id in (select id from orders where updated_at > $1 union all select order_id from refund where asked_at > $1
    union all select p.order_id from chargeback_part p join chargeback c on c.id = p.chargeback_id where c.read_at > $1 union all select order_id from card_sale where buyer_keys = '{}') and o.paid_at is not null
  and exists (select from order_item i where i.order_id = o.id and (
    (o.status = any($2) and i.snapshot ->> 'cardId' is not null and ${isPlainItem}
      and not exists (select from refund r where r.order_id = o.id and r.state <> 'failed' and (r.positions is null or i.position = any(r.positions)))
      and not exists (select from chargeback_part c where c.order_id = o.id and c.taken_amount > 0))
    <> exists (select from card_sale s where s.order_id = o.id and s.position = i.position)
    or exists (select from card_sale s where s.order_id = o.id and s.position = i.position and s.buyer_keys = '{}')
    or exists (select from card_sale s where s.order_id = o.id and s.position = i.position and s.is_final
      <> (o.status = 'completed' and exists (select from order_history h where h.order_id = o.id and h.status = 'delivered'))))) and o.id > $3 order by o.id limit ${atMost}`;

/**
 * Stores or drops the sales of orders that were moved by a process of an older version, which did not record sales or
 * which of them are final; and older sales, which have no buyer keys. Logs how many were corrected.
 */
export async function reconcileSales(platform: Platform): Promise<void> {
  let mended = 0;
  for (let after = ''; ; ) {
    const since = addMs(platform.clock.now(), -lookBackMs);
    const { rows } = await platform.pool.query<{ id: string }>(text, [since, paidStatuses, after]);
    for (const { id } of rows) await write(platform, async (tx) => settleSale(tx, await lockOrder(tx, id)));
    mended += rows.length;
    after = rows.at(-1)?.id ?? '';
    if (rows.length < atMost) break;
  }
  if (mended > 0) platform.log.warn('sales of cards are kept anew', { orders: mended });
}
