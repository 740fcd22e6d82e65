-- A side of an order asks the marketplace to decide a reported problem (`orders/ask-decision.server.ts`).
alter table orders add column decision_asked_at timestamptz;
