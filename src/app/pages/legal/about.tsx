import { Link } from 'react-router';
import { orderDeadlines } from '#features/orders/words.ts';
import { conditions } from '#kernel/cards/conditions.ts';
import { numberWord } from '#kernel/numbers/number-word.ts';
import { ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { useRootData } from '../../rendering/root-data.ts';
import type { Route } from './+types/about.ts';
import { DocPage } from './doc-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About',
    description:
      'A marketplace where collectors sell single trading cards to each other: one copy, real photos, one plain condition, the price with post.',
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
          title: 'What it is',
          body: (
            <>
              <p>
                Every listing is one seller’s copy of a card, or several of the same. It carries the seller’s own
                photos, one of <Link to="/grading-guide">{`${numberWord(conditions.length)} conditions`}</Link>, the
                finish and language, a price, and what the post costs. The total that you pay stands there before you
                press buy.
              </p>
              <p>
                Behind the listings is a catalogue of printings from Pokémon, Magic: The Gathering, Yu-Gi-Oh!, Lorcana
                and sports sets, so that “charzard 4/102” finds the card you mean even when it is mistyped, and so that
                two sellers of the same card stand side by side.
              </p>
            </>
          ),
        },
        {
          id: 'how',
          title: 'How a sale goes',
          body: (
            <ol>
              <li>
                <strong>A seller lists a copy.</strong> Choose the card, say its condition, add photos, set the price.
                From 20.00 up a photo is required.
              </li>
              <li>
                <strong>A buyer presses buy.</strong> The copy is held for that buyer for {orderDeadlines.hold}; nobody
                else can take it meanwhile.
              </li>
              <li>
                <strong>The buyer pays by card</strong> on a page of the payment provider. Paid means sold: both sides
                see it at once. Unpaid, the copy is for sale again when the {orderDeadlines.hold} are over.
              </li>
              <li>
                <strong>The seller sends it</strong> within {orderDeadlines.sendWithin} and enters the carrier and,
                where there is one, the tracking number.
              </li>
              <li>
                <strong>The buyer says it has arrived.</strong> There are {orderDeadlines.reportWithin} to look at the
                card. If something is wrong, say so on the order; if not, the sale is done.
              </li>
            </ol>
          ),
        },
        {
          id: 'believe',
          title: 'Our principles',
          body: (
            <ul>
              <li>No urgency tricks: no fake countdowns, no “12 people are watching”.</li>
              <li>Sold cards are never shown as available. Pages update live.</li>
              <li>
                A price is a whole amount in its own currency, counted in cents on the server. Your browser is never
                asked what you owe.
              </li>
              <li>It works with the keyboard, with a screen reader, on a phone, and before its scripts have loaded.</li>
            </ul>
          ),
        },
        {
          id: 'tiers',
          title: 'Free and premium',
          body: (
            <p>
              A free account buys without limit and sells two copies at a time, each for 48 hours after it is published;
              it can be renewed. A premium account has no limit on copies, shows each for 30 days, and sees no
              advertising. <Link to="/fees">Fees</Link> compares the two.
            </p>
          ),
        },
        {
          id: 'who',
          title: 'Who runs it',
          body: (
            <>
              <p>
                {brand.name} is software that anyone can host. Whoever runs this installation is its operator: they set
                the price of premium and the <Link to="/fees">fees</Link>, look after reports, and say who they are in
                the <Link to="/imprint">imprint</Link>. The <Link to="/rules">rules</Link> are the same for everybody.
                It is free software under the MIT licence.
              </p>
              <p>
                Card names and set names belong to their publishers. This market is not run or endorsed by any of them.
                Drawings that stand in for a missing photo are made by the software from the card’s number, not taken
                from a publisher.
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
