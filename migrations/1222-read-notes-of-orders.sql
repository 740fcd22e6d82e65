-- Sentences that earlier releases stored become codes. What no pattern fits stays as text and is shown as text.
-- All currencies have two decimals, so the digits of a sum are its minor units.
-- allow many-rows-at-once: steps of an order are only ever added and read, so nothing waits for their rows.
update order_history set note_code = code, note = null
from (values
  ('The payment came after the hold had ended; the copy was still free.', 'paid_late'),
  ('The payment came after the hold had ended and the copy was gone. The money goes back.', 'late_payment_returned'),
  ('The payment page could not be opened.', 'checkout_failed'),
  ('Nobody reported a problem.', 'no_problem_reported'),
  ('Decision by the marketplace requested.', 'decision_requested')
) as known (sentence, code)
where note = sentence and (by in ('stripe', 'timer') or code = 'decision_requested');
-- allow many-rows-at-once: steps of an order are only ever added and read, so nothing waits for their rows.
update order_history h set
  note_code = code,
  note_params = jsonb_build_object(
    'amount', regexp_replace(substring(h.note from pattern), '[^0-9]', '', 'g')::bigint,
    'currency', o.currency
  ),
  note = null
from orders o, (values
  ('bank_asks', '^The buyer’s bank asks for ([^0-9]*[0-9,]+\.[0-9]{2}) back\.$'),
  ('bank_took', '^The buyer’s bank took ([^0-9]*[0-9,]+\.[0-9]{2}) back\.$'),
  ('bank_returned', '^The buyer’s bank does not ask for ([^0-9]*[0-9,]+\.[0-9]{2}) back any more\.$'),
  ('refund_failed', '^([^0-9]*[0-9,]+\.[0-9]{2}) could not be given back\.$'),
  ('refund_resent', '^([^0-9]*[0-9,]+\.[0-9]{2}) is sent back once more\.$')
) as known (code, pattern)
where o.id = h.order_id and h.by in ('stripe', 'operator') and h.note ~ pattern;
-- The seller's words follow the sum and the titles.
-- allow many-rows-at-once: steps of an order are only ever added and read, so nothing waits for their rows.
update order_history h set
  note_code = 'refunded_part',
  note_params = jsonb_build_object(
    'amount', regexp_replace(substring(h.note from '^([^0-9]*[0-9,]+\.[0-9]{2}) given back'), '[^0-9]', '', 'g')::bigint,
    'currency', o.currency,
    'titles', (
      select jsonb_agg(title[1] order by place)
      from regexp_matches(
        substring(h.note from ' given back for (“[^”]*”(?:(?:, | and )“[^”]*”)*)'), '“([^”]*)”', 'g'
      ) with ordinality as found (title, place)
    )
  ),
  note = substring(h.note from '^[^0-9]*[0-9,]+\.[0-9]{2} given back(?: for “[^”]*”(?:(?:, | and )“[^”]*”)*)?: (.*)$')
from orders o
where o.id = h.order_id and h.by = 'seller'
  and h.note ~ '^[^0-9]*[0-9,]+\.[0-9]{2} given back(?: for “[^”]*”(?:(?:, | and )“[^”]*”)*)?(?:: .*|\.)$';
-- allow many-rows-at-once: steps of an order are only ever added and read, so nothing waits for their rows.
update order_history h set
  note_code = 'decided_part',
  note_params = jsonb_build_object(
    'amount', regexp_replace(substring(h.note from '^([^0-9]*[0-9,]+\.[0-9]{2}) goes back'), '[^0-9]', '', 'g')::bigint,
    'currency', o.currency,
    'titles', (
      select jsonb_agg(title[1] order by place)
      from regexp_matches(
        substring(h.note from ' goes back for (“[^”]*”(?:(?:, | and )“[^”]*”)*);'), '“([^”]*)”', 'g'
      ) with ordinality as found (title, place)
    )
  ),
  note = substring(h.note from '; the sale of the rest stands\. (.*)$')
from orders o
where o.id = h.order_id and h.by = 'operator'
  and h.note ~ '^[^0-9]*[0-9,]+\.[0-9]{2} goes back for “[^”]*”(?:(?:, | and )“[^”]*”)*; the sale of the rest stands\. ';
-- allow many-rows-at-once: only orders that the app ended are touched, and nothing waits for an ended order.
update orders set cancel_code = code, cancel_reason = null
from (values
  ('The payment failed', 'payment_failed'),
  ('Not paid in time', 'not_paid_in_time'),
  ('The seller has left the market', 'seller_left'),
  ('The seller can''t sell at the moment', 'seller_cannot_sell')
) as known (sentence, code)
where cancel_reason = sentence and status = 'canceled';
-- allow many-rows-at-once: refunds of late payments are few, and nothing waits for a row of one.
update refund set reason = null
where cause = 'late_payment' and reason = 'The payment came after the hold had ended.';
-- allow many-rows-at-once: few orders wait for an admin.
update orders set
  attention = code,
  attention_params = case code
    when 'wrong_currency' then jsonb_build_object(
      'paid', substring(attention from '^The payment is in (.+), the order in '),
      'ordered', substring(attention from ', the order in (.+)\.$')
    )
    when 'wrong_amount' then jsonb_build_object(
      'paid', substring(attention from '^The payment is ([0-9]+),')::bigint,
      'ordered', substring(attention from ', the order ([0-9]+)\.$')::bigint
    )
    when 'wrong_status' then jsonb_build_object('status', substring(attention from '^The payment is (.+)\.$'))
    when 'fraud_warning' then jsonb_build_object('type', substring(attention from '\((.*)\)\.$'))
    when 'refund_refused' then jsonb_build_object(
      'amount', regexp_replace(substring(attention from 'give ([^0-9]*[0-9,]+\.[0-9]{2}) back'), '[^0-9]', '', 'g')::bigint,
      'currency', currency,
      'failure', substring(attention from '\((.*)\)\.$')
    )
    when 'bank_took_twice' then jsonb_build_object(
      'amount', regexp_replace(substring(attention from 'took ([^0-9]*[0-9,]+\.[0-9]{2}) back'), '[^0-9]', '', 'g')::bigint,
      'given', regexp_replace(substring(attention from 'back\. ([^0-9]*[0-9,]+\.[0-9]{2}) of it'), '[^0-9]', '', 'g')::bigint,
      'currency', currency
    )
    when 'bank_took_late' then jsonb_build_object(
      'amount', regexp_replace(substring(attention from 'took ([^0-9]*[0-9,]+\.[0-9]{2}) back'), '[^0-9]', '', 'g')::bigint,
      'currency', currency
    )
    when 'bank_returned' then jsonb_build_object(
      'amount', regexp_replace(substring(attention from 'ask for ([^0-9]*[0-9,]+\.[0-9]{2}) back'), '[^0-9]', '', 'g')::bigint,
      'currency', currency
    )
  end
from (values
  ('wrong_mode', '^The payment is of the other mode \(test or live\)\.$'),
  ('wrong_checkout', '^The payment came through another checkout than this order opened\.$'),
  ('wrong_purpose', '^The checkout was opened for something else\.$'),
  ('wrong_currency', '^The payment is in .+, the order in .+\.$'),
  ('wrong_amount', '^The payment is [0-9]+, the order [0-9]+\.$'),
  ('wrong_status', '^The payment is [a-z_]+\.$'),
  ('fraud_warning', '^The buyer’s bank warns that this payment may be fraud \(.*\)\.$'),
  ('refund_refused', '^Stripe refused to give [^0-9]*[0-9,]+\.[0-9]{2} back \(.*\)\.$'),
  ('bank_took_twice',
    '^The buyer’s bank took [^0-9]*[0-9,]+\.[0-9]{2} back\. [^0-9]*[0-9,]+\.[0-9]{2} of it had been given back already\.$'),
  ('bank_took_late', '^The buyer’s bank took [^0-9]*[0-9,]+\.[0-9]{2} back\. The sale was completed before that\.$'),
  ('bank_returned',
    '^The buyer’s bank does not ask for [^0-9]*[0-9,]+\.[0-9]{2} back any more\. It had taken it before, and the order has followed that\.$')
) as known (code, pattern)
where attention ~ pattern;
