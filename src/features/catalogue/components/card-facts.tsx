import { Link } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import type { CardDetail } from '../contract.ts';
import { setAddress } from '../read/addresses.ts';
import { dateWords, finishesOf, numberOf } from './card-words.ts';

const mostVariants = 24;

/** All that the catalogue knows of a printing, given in words. */
export function CardFacts({ card }: { card: CardDetail }) {
  const { variants, attributes, printRun } = card;
  return (
    <Panel title="About this card" id="card-facts">
      <Definitions
        rows={[
          ['Game', card.gameName],
          [
            'Set',
            <Link key="set" className="link" to={setAddress(card.game, card.setCode)}>
              {card.setName}
            </Link>,
          ],
          ['Number', numberOf(card)],
          ['Rarity', card.rarity],
          ['Finishes', finishesOf(card)],
          ['Printings', variants.length > 0 ? variantList(variants) : null],
          ['Features', attributes.length > 0 ? attributes.join(', ') : null],
          ['Print run', printRun === null ? null : `Numbered to ${formatNumber(printRun)}`],
          ['Artist', card.artist],
          ['Released', dateWords(card.releaseDate, card.releaseDateApprox)],
          ['Region', card.region],
        ]}
      />
    </Panel>
  );
}

function variantList(variants: readonly string[]): string {
  const words = variants.slice(0, mostVariants);
  const more = variants.length - words.length;
  return more > 0 ? `${words.join(' · ')} · ${formatNumber(more)} more` : words.join(' · ');
}
