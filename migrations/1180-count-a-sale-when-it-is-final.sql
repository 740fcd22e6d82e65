-- A sale counts for prices only once its order is completed after a delivery: until then the seller alone could give the money back. The row is kept from the payment on, because the
-- network of the order is known for a month only. What a process of the version before writes is not final, and settled by the hourly `orders.reconcile-sales`, and so are the rows from before, which name no buyer yet.
alter table card_sale add column is_final boolean not null default false;
-- What names the buyer from one sale of a card to the next (account, payment card, network), each as a digest of one card only.
alter table card_sale add column buyer_keys text[] not null default '{}';
