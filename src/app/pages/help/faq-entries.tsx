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
            Open the listing, choose a shipping method and select Buy. The card is reserved while you pay at checkout.
            Once your payment is confirmed, we ask the seller to ship. You need a free account.
          </p>
        ),
      },
      {
        id: 'cart',
        question: 'Can I buy from several sellers at once?',
        answer: (
          <>
            <p>
              Yes. Add the cards to your cart, then select Go to checkout. You pay once, and each seller gets an order
              of their own and ships it separately. You pay shipping once for each seller.
            </p>
            <p>
              Cards in your cart aren’t reserved. They are reserved when you continue to payment. If a card is no longer
              available then, you choose: buy nothing, or buy the cards that are still available.
            </p>
          </>
        ),
      },
      {
        id: 'hold',
        question: `What does “reserved for ${orderDeadlines.hold}” mean?`,
        answer: (
          <>
            <p>
              When you select Buy, no one else can buy that copy for {orderDeadlines.hold}. If you haven’t paid by then,
              the order is cancelled and you aren’t charged. The copy is for sale again. You can also cancel the order
              earlier.
            </p>
            <p>You can have up to 5 unpaid purchases at a time.</p>
          </>
        ),
      },
      {
        id: 'two-buyers',
        question: 'What if two people buy at the same time?',
        answer: (
          <p>
            The first order reserves the copy. The other buyer sees right away that the card is no longer available, and
            isn’t charged.
          </p>
        ),
      },
      {
        id: 'price-changed',
        question: 'What if the price changes before I buy?',
        answer: <p>We stop the purchase and show you the new price. You pay only the price you saw.</p>,
      },
      {
        id: 'card-declined',
        question: 'What if my payment is declined?',
        answer: (
          <p>
            You weren’t charged, and the copy stays reserved for you for the rest of the {orderDeadlines.hold}. Try
            another payment method, or ask your bank. We don’t see your card number or the bank’s reason.
          </p>
        ),
      },
      {
        id: 'problem',
        question: 'What if something is wrong with my order?',
        answer: (
          <>
            <p>
              Report a problem on the order page: not received, not as described, damaged or wrong card. You can do this
              once the order has shipped, and for {orderDeadlines.reportWithin} after delivery. If the seller hasn’t
              shipped within {orderDeadlines.sendWithin}, you can report a problem or cancel the order.
            </p>
            <p>
              The seller can refund you directly. If you can’t agree, we decide. Keep the packaging and take photos of
              both sides of the card.
            </p>
          </>
        ),
      },
      {
        id: 'not-confirmed',
        question: 'What if I forget to confirm delivery?',
        answer: (
          <p>
            A shipped order counts as delivered after {orderDeadlines.arrivedAfter}. It’s completed{' '}
            {orderDeadlines.reportWithin} later. Until then, you can still report a problem.
          </p>
        ),
      },
      {
        id: 'reviews',
        question: 'How do reviews work?',
        answer: (
          <p>
            Buyer and seller can each leave 1 to 5 stars and a comment, for {reviewDeadlines.writeWithin} after
            delivery. Both reviews are shown at the same time, once both are written or {reviewDeadlines.showAfter}{' '}
            after the first. Until then, you can edit yours for {reviewDeadlines.editWithin}. You can reply once to a
            review about you.
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
            Select Sell and enter the card’s name, or its set and number. Even “charzard 4/102” works. Choose the
            printing and condition, add photos, set the price and shipping price, and publish. If a card isn’t in our
            database, describe it in your own words.
          </p>
        ),
      },
      {
        id: 'limits',
        question: 'How many cards can I list, and for how long?',
        answer: (
          <p>
            On the Free plan, you can have 2 active listings at a time. Each is shown for 48 hours, and you can renew
            it. On Premium there is no limit, and each is shown for 30 days. A reserved listing counts as active until
            the buyer pays or the order is cancelled. <Link to="/premium">Premium</Link> compares the plans.
          </p>
        ),
      },
      {
        id: 'photos',
        question: 'Which photos do I need?',
        answer: (
          <>
            <p>
              Add up to 12 photos of the copy you’re selling: front, back, and any corners or marks that affect its
              condition. From a price of 20.00, at least 1 photo is required. Use JPEG, PNG or WebP, up to 15 MB and 40
              megapixels each.
            </p>
            <p>We resize photos and remove the camera’s data, such as the location, before anyone sees them.</p>
          </>
        ),
      },
      {
        id: 'condition',
        question: 'Which condition do I choose?',
        answer: (
          <p>
            Look at both sides under a lamp, without a sleeve, and compare the card with the{' '}
            <Link to="/grading-guide">grading guide</Link>. When in doubt, choose the lower condition. You may earn a
            little less, but you avoid a return.
          </p>
        ),
      },
      {
        id: 'commission',
        question: 'What are the selling fees?',
        answer: (
          <p>
            Listing is free. You see the selling fee when you set the price. <Link to="/fees">Fees</Link> shows the
            current fee and earlier fees. Each order keeps the fee that applied when it was placed.
          </p>
        ),
      },
      {
        id: 'edit',
        question: 'Can I edit or pause a listing?',
        answer: (
          <p>
            Yes. You can edit, pause, resume, renew and delete a listing until a buyer reserves it. Reserved and sold
            listings can’t be changed, so you can both see what was agreed.
          </p>
        ),
      },
      {
        id: 'send',
        question: 'When do I have to ship?',
        answer: (
          <p>
            Within {orderDeadlines.sendWithin} of payment. Enter the carrier, and the tracking number if there is one.
            If you haven’t shipped by then, the buyer can cancel for a full refund.
          </p>
        ),
      },
    ],
  },
  {
    id: 'account',
    title: 'Account and Premium',
    entries: [
      {
        id: 'account-needed',
        question: 'Do I need an account?',
        answer: (
          <p>
            No, you can search and browse without one. To buy, sell or add favorites, you need a free account. To create
            one, enter an email address, a username, a location and a password.
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
        question: 'What happens when I cancel Premium?',
        answer: (
          <p>
            You keep Premium until the end of the period you’ve paid for. Then you’re on the Free plan. Your 2 newest
            listings stay for sale, and the others are paused until you have Premium again. Nothing is deleted, and your
            orders don’t change.
          </p>
        ),
      },
      {
        id: 'data',
        question: 'Can I download or delete my data?',
        answer: (
          <p>
            Yes, under <Link to="/settings/data">Settings, Data</Link>. You can’t delete your account while a paid order
            is open. The <Link to="/privacy-policy">privacy policy</Link> says what we keep and why.
          </p>
        ),
      },
      {
        id: 'theme',
        question: 'Is there a dark mode?',
        answer: (
          <p>
            Yes. Select the sun or moon at the top of the page, then choose Light, Dark, Midnight or System. Your choice
            is saved in this browser and with your account.
          </p>
        ),
      },
    ],
  },
];
