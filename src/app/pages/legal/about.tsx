import { Link } from 'react-router';
import { orderDeadlines } from '#features/orders/words.ts';
import { conditions } from '#kernel/cards/conditions.ts';
import { plural } from '#kernel/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { useRootData } from '../../rendering/root-data.ts';
import type { Route } from './+types/about.ts';
import { DocPage } from './doc-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About',
    description:
      'A marketplace where collectors buy and sell trading cards, with sellers’ own photos, consistent grading and the total incl. shipping.',
    path: '/about',
  });

export default function About() {
  const { brand } = useRootData();
  return (
    <DocPage
      title={`About ${brand.name}`}
      lead="A marketplace where collectors buy and sell trading cards, with sellers’ own photos and consistent grading."
      changed="2026-11-26"
      sections={[
        {
          id: 'what',
          title: 'What we offer',
          body: (
            <>
              <p>
                Every listing is for one seller’s copy of a card, or for several identical copies. It shows the seller’s
                own photos, one of{' '}
                <Link to="/grading-guide">
                  {plural(conditions.length, { one: '# condition', other: '# conditions' })}
                </Link>
                , the finish, the language, the price and the shipping price. You see the total before you buy.
              </p>
              <p>
                Our card database has printings from Pokémon, Magic: The Gathering, Yu-Gi-Oh!, Lorcana and sports sets.
                “charzard 4/102” finds the right card, even with a typo. Listings of the same card are shown together.
              </p>
            </>
          ),
        },
        {
          id: 'how',
          title: 'How a sale works',
          body: (
            <ol>
              <li>
                <strong>A seller lists a card.</strong> They choose the card and its condition, add photos and set the
                price. From a price of 20.00, a photo is required.
              </li>
              <li>
                <strong>A buyer selects Buy.</strong> The copy is reserved for that buyer for {orderDeadlines.hold}. No
                one else can buy it in that time.
              </li>
              <li>
                <strong>The buyer pays</strong> at the payment provider’s checkout. Buyer and seller see right away that
                the card is sold. If the buyer doesn’t pay, it’s for sale again after {orderDeadlines.hold}.
              </li>
              <li>
                <strong>The seller ships</strong> within {orderDeadlines.sendWithin} and enters the carrier and, if
                there is one, the tracking number.
              </li>
              <li>
                <strong>The buyer confirms delivery.</strong> They have {orderDeadlines.reportWithin} to check the card
                and report a problem. After that, the order is completed.
              </li>
            </ol>
          ),
        },
        {
          id: 'believe',
          title: 'Our principles',
          body: (
            <ul>
              <li>We use no urgency tricks, such as fake countdowns or “12 people are watching”.</li>
              <li>Sold cards are never shown as available. Pages update automatically.</li>
              <li>Prices have one currency and are calculated on our server, to the cent.</li>
              <li>The site works with a keyboard, with a screen reader, on a phone and before scripts have loaded.</li>
            </ul>
          ),
        },
        {
          id: 'tiers',
          title: 'Free and Premium',
          body: (
            <p>
              On the Free plan, you can buy without limit and have 2 active listings at a time. Each is shown for 48
              hours and can be renewed. On Premium, there is no limit on listings, each is shown for 30 days, and you
              see no ads. <Link to="/premium">Premium</Link> compares the plans.
            </p>
          ),
        },
        {
          id: 'who',
          title: 'Operator',
          body: (
            <>
              <p>
                {brand.name} is free software under the MIT license that anyone can host. The operator of this site sets
                the Premium price and the <Link to="/fees">fees</Link>, and handles reports. The{' '}
                <Link to="/imprint">imprint</Link> names the operator. The <Link to="/rules">rules</Link> are the same
                for everyone.
              </p>
              <p>
                Card names and set names belong to their publishers. None of them runs or endorses this site. If a photo
                is missing, you see a drawing that our software makes from the card’s number, not a publisher’s image.
              </p>
              <p>
                <ButtonLink to="/browse" kind="primary">
                  Browse cards
                </ButtonLink>
              </p>
            </>
          ),
        },
      ]}
    />
  );
}
