-- outside a transaction
create index concurrently orders_held on orders (hold_expires_at) where status = 'pending_payment';
