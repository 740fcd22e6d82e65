/** The sentences of notifications that earlier releases stored, as the migrations know them. */

export interface Sample {
  title: string | null;
  count: number;
  unread: number;
  rating: number;
  reason: string;
  subjectKind: string;
  subjectTitle: string | null;
}

export type FormerSentence = readonly [kind: string, code: string, title: string, body: string];

const ofOrders: readonly (readonly [code: string, head: string, body: string])[] = [
  ['sold', 'You sold', 'It is paid. Send it within 7 days.'],
  ['sent', 'On its way:', 'The seller has sent it. Say so when it has arrived, or report what is wrong.'],
  ['arrived', 'Arrived:', 'The buyer has it.'],
  ['assumed_sale', 'Counts as arrived:', 'The buyer reported no problem.'],
  ['assumed', 'Has it arrived?', 'It counts as arrived now. If something is wrong, report it within 3 days.'],
  ['done', 'Sale done:', 'There is nothing left to do.'],
  ['settled', 'Problem settled:', 'The order is completed. There is nothing left to do.'],
  ['called_off_sale', 'Called off:', 'The buyer called the order off and is paid back. Do not send it.'],
  ['called_off', 'Called off:', 'Your money goes back to the card that you paid with.'],
  ['money_back_sale', 'Refunded:', 'The payment went back to the buyer, so the order is closed.'],
  ['money_back', 'Your money comes back:', 'The order is closed.'],
  ['part_back', 'A part of your money comes back:', 'The order goes on.'],
  [
    'came_late',
    'Your payment came too late:',
    'Somebody else has it now. Your money goes back to the card that you paid with.',
  ],
  ['money_stuck', 'Your money has not come back yet:', 'The operator of this market sees it and sends it again.'],
  ['problem', 'A problem with your sale:', 'Until it is settled the order stands still.'],
  ['decided_back', 'Decided for you:', 'Your money goes back, and the order is closed.'],
  ['decided_back_sale', 'Decided for the buyer:', 'The payment goes back to the buyer, and the order is closed.'],
  ['decided_kept', 'Decided for the seller:', 'The sale stands, and the order is completed.'],
  ['decided_kept_sale', 'Decided for you:', 'The sale stands, and the order is completed.'],
  [
    'decided_part',
    'Decided in part for you:',
    'Money goes back for some of the cards. The rest of the sale stands, and the order is completed.',
  ],
  [
    'decided_part_sale',
    'Decided in part for the buyer:',
    'Money goes back for some of the cards. The rest of the sale stands, and the order is completed.',
  ],
  ['bank_asks', 'Your bank asks for a payment back:', 'Until it has decided, nothing of the order moves by itself.'],
  [
    'bank_asks_sale',
    'The buyer’s bank asks for the payment back:',
    'Until it has decided, nothing of the order moves by itself.',
  ],
  ['bank_leaves', 'Your bank has decided:', 'The payment stays with the seller.'],
  ['bank_leaves_sale', 'The buyer’s bank has decided:', 'The payment stays with you.'],
  ['bank_takes', 'Your bank has decided:', 'The payment comes back to you.'],
  ['bank_takes_sale', 'The buyer’s bank has decided:', 'The payment went back to the buyer.'],
];

const withoutParams: readonly FormerSentence[] = [
  ['reviews', 'answered', 'Your review was answered', 'Whom you reviewed has answered.'],
  [
    'reviews',
    'hidden_of_you',
    'A review of you was hidden',
    'An operator of the market took it away. Nobody reads it any more, and it does not count in your rating.',
  ],
  ['reports', 'upheld', 'You were reported, and the market agrees', ''],
  ['reports', 'dismissed', 'You were reported, and the market found nothing', ''],
  ['rulings', 'listing_hidden', 'Your listing was taken off sale', ''],
  ['rulings', 'review_hidden', 'Your review was hidden', ''],
  ['rulings', 'want_hidden', 'Your wanted post was hidden', ''],
  ['rulings', 'list_hidden', 'Your want list was hidden', ''],
  ['rulings', 'warned', 'You were warned', ''],
  ['rulings', 'limited', 'What you can do is limited', ''],
  ['rulings', 'suspended', 'Your account is suspended', ''],
  ['rulings', 'report_upheld', 'A report about you was upheld', ''],
  ['rulings', 'appeal_overturned', 'Your appeal was right', ''],
  ['rulings', 'appeal_upheld', 'Your appeal was turned down', ''],
  ['premium', 'began', 'You have premium', 'As many live listings as you like, for 30 days each.'],
  [
    'premium',
    'ended',
    'Premium has ended',
    'Your newest two listings stay for sale, the others are paused. Nothing is deleted.',
  ],
  [
    'premium',
    'bill_failed',
    'Your premium could not be renewed',
    'Look at your card: premium rests until the bill is paid.',
  ],
  ['premium', 'bank_open', 'Your bank asks for a premium payment back', 'Premium goes on until your bank has decided.'],
  ['premium', 'bank_won', 'Your bank has stopped asking', 'It does not ask for your premium payment back any more.'],
  [
    'premium',
    'bank_lost',
    'Your bank took a premium payment back',
    'Your subscription has ended, and nothing more is charged.',
  ],
  ['returns', 'back', '{name} is back', 'Their cards can be bought again.'],
  [
    'security',
    'password-changed',
    'Your password was changed',
    'If it was not you, look at your devices and choose another password now.',
  ],
  [
    'security',
    'password-added',
    'Your account has a password now',
    'If it was not you, look at your devices and choose another password now.',
  ],
  [
    'security',
    'email-changed',
    'The email address of your account was changed',
    'If it was not you, look at your devices and choose another password now.',
  ],
];

/** All of them, with the params of one sample. */
export function formerSentences({
  title,
  count,
  unread,
  rating,
  reason,
  subjectKind,
  subjectTitle,
}: Sample): FormerSentence[] {
  const order = title === null ? 'your order' : `${title}${count > 1 ? ` and ${count - 1} more` : ''}`;
  const list = subjectTitle === null ? 'the want list' : `the want list “${subjectTitle}”`;
  return [
    ...['sales', 'purchases'].flatMap((kind) =>
      ofOrders.map(([code, head, body]): FormerSentence => [kind, code, `${head} ${order}`, body]),
    ),
    ...withoutParams,
    ['reviews', 'reviewed', '{name} reviewed you', `${rating} of 5 stars. You can answer once.`],
    ['reviews', 'hidden', 'Your review was hidden', `An operator of the market says: ${reason}`],
    ['messages', 'wrote', '{name} wrote to you', unread > 1 ? `${unread} messages wait for you.` : ''],
    ['reports', 'answered', `Your report of ${subjectKind === 'list' ? list : '{name}'} was answered`, ''],
  ];
}
