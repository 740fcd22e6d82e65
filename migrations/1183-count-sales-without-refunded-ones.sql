-- Sales and buyers of before, without orders that were given back or that look like a seller's own: the condition of `orders/seller-sales.server.ts`. Later changes count again.
update profile p set total_sales = coalesce(s.sales, 0), sale_buyers = coalesce(s.buyers, 0)
from profile q left join (
  select o.seller_id, count(*)::int as sales, count(distinct o.buyer_id)::int as buyers from orders o
  where o.status in ('delivered', 'completed', 'disputed') and exists (select from order_history h where h.order_id = o.id and h.status = 'delivered')
    and not exists (select from order_sign g where g.order_id = o.id)
    and 2 * (coalesce((select sum(r.amount) from refund r where r.order_id = o.id and r.state <> 'failed'), 0)
      + coalesce((select sum(c.taken_amount) from chargeback c where c.order_id = o.id), 0)) < o.total_amount
    and not exists (select from buyer_trace b join buyer_trace t on t.kind = b.kind and t.hash = b.hash
      where b.member_id = o.buyer_id and t.member_id = o.seller_id and b.kind = 'card')
  group by o.seller_id) s on s.seller_id = q.user_id
where p.user_id = q.user_id and (p.total_sales > 0 or s.sales > 0);
