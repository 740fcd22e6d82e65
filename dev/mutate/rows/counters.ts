import { type Mutation, planted } from '../mutation.ts';

const kept = ['src/app/counters.test.ts'];
const walk = ['tests/models/conversation-model/conversation-model.test.ts'];
const at = (file: string, tests: readonly string[]) => ({ area: 'counters', row: 'UI-07', file, tests });
const check = 'src/platform/counters/check-counters.server.ts';

export const counterRows: readonly Mutation[] = [
  ...planted(at('migrations/1010-keep-counters.sql', kept), ['who counts waits for another', ' for no key update skip locked', ' for no key update']),
  ...planted(at('migrations/1012-count-unread-entries.sql', walk), ['what is marked stays counted', 'having sum(more) <> 0', 'having sum(more) > 0']),
  ...planted(at('migrations/1013-count-waiting-offers.sql', kept), [
    'two lines that end together leave one',
    "perform pg_advisory_xact_lock(hashtextextended('offer basket ' || of_basket, 0));",
    '',
  ]),
  ...planted(
    at('migrations/1013-count-waiting-offers.sql', walk),
    ['each line of an offer is counted', '(waiting > 0)::int - (waiting - more > 0)::int', 'more'],
    ['what was cleared waits on', "when made_by = 'seller' and not buyer_cleared then", "when made_by = 'seller' then"],
  ),
  ...planted(at('migrations/1014-count-orders-with-news.sql', walk), [
    'an order that was read stays news',
    'sold := sold - (not old.seller_read',
    'sold := sold - (old.seller_read',
  ]),
  ...planted(
    at(check, kept),
    ['the night sets the number', 'select member_id, $2, counted - kept from wrong)', 'select member_id, $2, counted from wrong)'],
    ['the night waits for who writes', ' for update of member_counter skip locked', ' for update of member_counter'],
    ['the night counts who has gone', "isGone('member_id')}", "'false'}"],
    [
      'who goes leaves their numbers',
      "'delete from member_counter where member_id = $1'",
      "'delete from member_counter where member_id = $1 and false'",
    ],
  ),
];
