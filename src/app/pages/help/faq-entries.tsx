import { Link } from 'react-router';
import { orderDeadlines } from '#features/orders/words.ts';
import { reviewDeadlines } from '#features/reviews/words.ts';
import type { FaqGroup } from '../dashboard/find-entries.ts';

export const faqGroups: readonly FaqGroup[] = [
  {
    id: 'buying',
    title: 'Buying',
    entries: [
      {
        id: 'how-buy',
        question: 'How do I buy a card?',
        answer: (
          <p>
            Open the listing, choose a shipping method and select Buy. The card is reserved while you pay at checkout. Once your payment is confirmed, we ask the seller to ship. You need a free account.
          </p>
        ),
      },
      {
        id: 'hold',
        question: `What does it mean that a copy is held for ${orderDeadlines.hold}?`,
        answer: (
          <>
            <p>
              From the moment you press buy nobody else can buy that copy, for {orderDeadlines.hold}. If you have not
              paid by then the order is cancelled, nothing is charged, and the copy is for sale again. You can also
              cancel earlier, which frees it at once.
            </p>
            <p>You can hold copies for at most 5 unpaid orders at a time.</p>
          </>
        ),
      },
      {
        id: 'two-buyers',
        question: 'What if two people buy at the same time?',
        answer: (
          <p>The first purchase to reach us. The other buyer is told right away and isn’t charged.</p>
        ),
      },
      {
        id: 'price-changed',
        question: 'The price changed while I was looking at it',
        answer: (
          <p>
            We stop the purchase and show you the new price. You only ever pay the price you saw.
          </p>
        ),
      },
      {
        id: 'card-declined',
        question: 'My card was declined',
        answer: (
          <p>
            Nothing was charged and the copy stays held for you until the {orderDeadlines.hold} are over. Try another
            card, or ask your bank. The market does not see your card number and cannot tell why a bank refuses.
          </p>
        ),
      },
      {
        id: 'problem',
        question: 'Something is wrong with my order',
        answer: (
          <>
            <p>
              Report it on the order: it did not arrive, it is not as described, it is damaged, or it is another card.
              You can do that as soon as it has been sent, and for {orderDeadlines.reportWithin} after it has arrived;
              or when the seller has not sent it within {orderDeadlines.sendWithin}, in which case you can also cancel.
            </p>
            <p>
              The seller can refund you directly. If the two of you do not agree, the operator of this market decides.
              Keep the packaging and take photos of both sides of the card.
            </p>
          </>
        ),
      },
      {
        id: 'not-confirmed',
        question: 'What if I forget to confirm delivery?',
        answer: (
          <p>
            An order that was sent counts as arrived after {orderDeadlines.arrivedAfter}, and as done{' '}
            {orderDeadlines.reportWithin} later. Until then you can still report a problem.
          </p>
        ),
      },
      {
        id: 'reviews',
        question: 'How do reviews work?',
        answer: (
          <p>
            Buyer and seller can each give one to five stars and a few words once the cards have arrived, for{' '}
            {reviewDeadlines.writeWithin}. Both reviews are shown at the same moment: when both of you have written, or{' '}
            {reviewDeadlines.showAfter} after the first. Until then you can change yours for{' '}
            {reviewDeadlines.editWithin}. Whoever is reviewed can answer once.
          </p>
        ),
      },
    ],
  },
  {
    id: 'selling',
    title: 'Selling',
    entries: [
      {
        id: 'how-sell',
        question: 'How do I sell a card?',
        answer: (
          <p>
            Press Sell and type the card’s name, or its set and number; “charzard 4/102” is enough. Choose the printing,
            say the condition, add photos, set the price and the post, and publish. A card that the catalogue does not
            know can be described in your own words.
          </p>
        ),
      },
      {
        id: 'limits',
        question: 'How many cards can I list, and for how long?',
        answer: (
          <p>
            With a free account two at a time, each shown for 48 hours after you publish it; then you can renew it. With
            premium there is no limit and each is shown for 30 days. A copy that is held for a buyer counts until it is
            paid or released. <Link to="/fees">Fees</Link> has the whole comparison.
          </p>
        ),
      },
      {
        id: 'photos',
        question: 'Which photos do I need?',
        answer: (
          <>
            <p>
              Up to 12 for each listing, of the very copy that you sell: front, back, and the corners or marks that
              decide its condition. From a price of 20.00 up at least one is required. JPEG, PNG or WebP, up to 15 MB
              and 40 megapixels each.
            </p>
            <p>
              Photos are made smaller for the page, and what cameras write into them, such as the place where they were
              taken, is removed before anyone sees them.
            </p>
          </>
        ),
      },
      {
        id: 'condition',
        question: 'Which condition do I choose?',
        answer: (
          <p>
            Look at the card under a lamp, without its sleeve, both sides, and compare it with the{' '}
            <Link to="/grading-guide">grading guide</Link>. When in doubt choose the lower one: it costs a little of the
            price and saves a return.
          </p>
        ),
      },
      {
        id: 'commission',
        question: 'What are the selling fees?',
        answer: (
          <p>
            Listing costs nothing. What is taken from a sale stands under <Link to="/fees">Fees</Link>, with what it was
            before, and beside the price when you set it. An order keeps the fee of the moment in which it was placed.
          </p>
        ),
      },
      {
        id: 'edit',
        question: 'Can I change or pause a listing?',
        answer: (
          <p>
            Yes: edit, pause, resume, renew and delete as long as nobody is buying it. While it is held for a buyer, and
            once it is sold, it stays as it was, so that both of you can see what was agreed.
          </p>
        ),
      },
      {
        id: 'send',
        question: 'When do I have to send a card?',
        answer: (
          <p>
            Within {orderDeadlines.sendWithin} of the payment. Enter the carrier, and the tracking number if there is
            one. After {orderDeadlines.sendWithin} without sending, the buyer may cancel and gets the money back.
          </p>
        ),
      },
    ],
  },
  {
    id: 'account',
    title: 'Account and premium',
    entries: [
      {
        id: 'account-needed',
        question: 'Do I need an account?',
        answer: (
          <p>
            Not to search and look. To buy, sell or keep favourites you need one; it is free and asks for an e-mail
            address, a username, a location and a password.
          </p>
        ),
      },
      {
        id: 'username',
        question: 'Can I change my username?',
        answer: <p>Yes, if the new one is available. Use at least 3 letters, digits or underscores.</p>,
      },
      {
        id: 'premium-cancel',
        question: 'What happens when I cancel premium?',
        answer: (
          <p>
            You keep it until the end of the time that you paid for; then the account is a free one again: your two
            newest listings stay for sale, the others are paused and come back with premium. Nothing is deleted, and
            nothing that you sold or bought is touched.
          </p>
        ),
      },
      {
        id: 'data',
        question: 'Can I take my data with me, or have it deleted?',
        answer: (
          <p>
            Yes, both by yourself, under <Link to="/settings/data">Settings, Data</Link>. Orders that are paid and not
            done have to be finished before an account can go. What is kept and why stands in the{' '}
            <Link to="/privacy-policy">privacy policy</Link>.
          </p>
        ),
      },
      {
        id: 'theme',
        question: 'Is there a dark mode?',
        answer: (
          <p>
            Yes: the button with the sun or moon at the top offers light, dark, midnight and whatever your device uses.
            The choice is kept, and goes with your account.
          </p>
        ),
      },
    ],
  },
];
