-- Sentences that earlier releases stored become codes. What fits none stays as text and is shown as text.
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set
  code = known.code,
  params = case when substr(title, length(head) + 2) = 'your order' then '{"title": null, "count": 0}'::jsonb
    else jsonb_build_object(
      'title', regexp_replace(substr(title, length(head) + 2), ' and [1-9][0-9]* more$', ''),
      'count', 1 + coalesce(substring(substr(title, length(head) + 2) from ' and ([1-9][0-9]*) more$')::int, 0)
    ) end,
  title = '',
  body = ''
from (values
  ('sold', 'You sold', 'It is paid. Send it within %'),
  ('sent', 'On its way:', 'The seller has sent it. Say so when it has arrived, or report what is wrong.'),
  ('arrived', 'Arrived:', 'The buyer has it.'),
  ('assumed_sale', 'Counts as arrived:', 'The buyer reported no problem.'),
  ('assumed', 'Has it arrived?', 'It counts as arrived now. If something is wrong, report it within %'),
  ('done', 'Sale done:', 'There is nothing left to do.'),
  ('settled', 'Problem settled:', 'The order is completed. There is nothing left to do.'),
  ('called_off_sale', 'Called off:', 'The buyer called the order off and is paid back. Do not send it.'),
  ('called_off', 'Called off:', 'Your money goes back to the card that you paid with.'),
  ('money_back_sale', 'Refunded:', 'The payment went back to the buyer, so the order is closed.'),
  ('money_back', 'Your money comes back:', 'The order is closed.'),
  ('part_back', 'A part of your money comes back:', 'The order goes on.'),
  ('came_late', 'Your payment came too late:', 'Somebody else has it now. Your money goes back to the card that you paid with.'),
  ('money_stuck', 'Your money has not come back yet:', 'The operator of this market sees it and sends it again.'),
  ('problem', 'A problem with your sale:', 'Until it is settled the order stands still.'),
  ('decided_back', 'Decided for you:', 'Your money goes back, and the order is closed.'),
  ('decided_back_sale', 'Decided for the buyer:', 'The payment goes back to the buyer, and the order is closed.'),
  ('decided_kept', 'Decided for the seller:', 'The sale stands, and the order is completed.'),
  ('decided_kept_sale', 'Decided for you:', 'The sale stands, and the order is completed.'),
  ('decided_part', 'Decided in part for you:', 'Money goes back for some of the cards. The rest of the sale stands, and the order is completed.'),
  ('decided_part_sale', 'Decided in part for the buyer:', 'Money goes back for some of the cards. The rest of the sale stands, and the order is completed.'),
  ('bank_asks', 'Your bank asks for a payment back:', 'Until it has decided, nothing of the order moves by itself.'),
  ('bank_asks_sale', 'The buyer’s bank asks for the payment back:', 'Until it has decided, nothing of the order moves by itself.'),
  ('bank_leaves', 'Your bank has decided:', 'The payment stays with the seller.'),
  ('bank_leaves_sale', 'The buyer’s bank has decided:', 'The payment stays with you.'),
  ('bank_takes', 'Your bank has decided:', 'The payment comes back to you.'),
  ('bank_takes_sale', 'The buyer’s bank has decided:', 'The payment went back to the buyer.')
) as known (code, head, sentence)
where notification.code is null and kind in ('sales', 'purchases')
  and starts_with(title, head || ' ') and body like sentence;
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set
  code = 'wrote',
  params = jsonb_build_object('unread', coalesce(substring(body from '^([0-9]+) messages wait for you\.$')::int, 1)),
  title = '',
  body = ''
where code is null and kind = 'messages' and title = '{name} wrote to you'
  and (body = '' or body ~ '^[0-9]+ messages wait for you\.$');
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set
  code = case when title = '{name} reviewed you' then 'reviewed' else 'hidden' end,
  params = case when title = '{name} reviewed you'
    then jsonb_build_object('rating', substring(body from '^([1-5]) of 5 stars')::int)
    else jsonb_build_object('reason', substring(body from '^An operator of the market says: (.*)$')) end,
  title = '',
  body = ''
where code is null and kind = 'reviews' and (
  title = '{name} reviewed you' and body ~ '^[1-5] of 5 stars\. You can answer once\.$'
  or title = 'Your review was hidden' and starts_with(body, 'An operator of the market says: ')
);
-- allow many-rows-at-once: entries are deleted after 90 days, and only a mark as read waits for a row.
update notification set code = known.code, title = '', body = ''
from (values
  ('reviews', 'hidden_of_you', 'A review of you was hidden',
    'An operator of the market took it away. Nobody reads it any more, and it does not count in your rating.'),
  ('reviews', 'answered', 'Your review was answered', 'Whom you reviewed has answered.'),
  ('returns', 'back', '{name} is back', 'Their cards can be bought again.'),
  ('security', 'password-changed', 'Your password was changed',
    'If it was not you, look at your devices and choose another password now.'),
  ('security', 'password-added', 'Your account has a password now',
    'If it was not you, look at your devices and choose another password now.'),
  ('security', 'email-changed', 'The email address of your account was changed',
    'If it was not you, look at your devices and choose another password now.'),
  ('premium', 'began', 'You have premium', 'As many live listings as you like, for 30 days each.'),
  ('premium', 'ended', 'Premium has ended',
    'Your newest two listings stay for sale, the others are paused. Nothing is deleted.'),
  ('premium', 'bill_failed', 'Your premium could not be renewed',
    'Look at your card: premium rests until the bill is paid.'),
  ('premium', 'bank_open', 'Your bank asks for a premium payment back',
    'Premium goes on until your bank has decided.'),
  ('premium', 'bank_won', 'Your bank has stopped asking',
    'It does not ask for your premium payment back any more.'),
  ('premium', 'bank_lost', 'Your bank took a premium payment back',
    'Your subscription has ended, and nothing more is charged.')
) as known (kind, code, title, body)
where notification.code is null and notification.kind = known.kind and notification.title = known.title
  and notification.body = known.body;
