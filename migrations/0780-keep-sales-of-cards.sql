-- What a card of the catalogue was sold for: a row for each paid item of an order, gone again when the order is called off or refunded. The pair is a digest of
-- the two members in one order, so that nobody's name stands beside a price.
create table card_sale (
  order_id text not null references orders (id) on delete cascade,
  position smallint not null,
  card_id text not null,
  finish text,
  language text not null,
  -- A condition, or `graded`.
  condition text not null,
  price_amount bigint not null check (price_amount > 0),
  currency text not null,
  pair text not null,
  is_own boolean not null default false,
  sold_at timestamptz not null,
  primary key (order_id, position)
);
create index card_sale_of_card on card_sale (card_id, sold_at desc) where not is_own;

insert into card_sale (order_id, position, card_id, finish, language, condition, price_amount, currency, pair, is_own, sold_at)
select i.order_id, i.position, i.snapshot ->> 'cardId', i.snapshot ->> 'finish', coalesce(i.snapshot ->> 'language', 'en'),
  case when jsonb_typeof(i.snapshot -> 'grading') = 'object' then 'graded' else i.snapshot ->> 'condition' end,
  i.price_amount, o.currency, encode(sha256(convert_to(least(o.buyer_id, o.seller_id) || ' ' || greatest(o.buyer_id, o.seller_id), 'UTF8')), 'hex'),
  exists (select from order_sign s where s.order_id = o.id), o.paid_at
from order_item i join orders o on o.id = i.order_id
where o.paid_at is not null and o.status in ('paid', 'awaiting_shipping', 'shipped', 'delivered', 'completed', 'disputed')
  and i.snapshot ->> 'cardId' is not null and i.snapshot ->> 'condition' is not null;
