import { type CardChoice, rarityName } from '#features/catalogue/widgets.tsx';
import { Button } from '#ui/button.tsx';
import { gameName } from '../../listing-words.ts';
import type { FoundPrinting } from './read-photo.ts';

/** The printings that a photo may show, the likeliest first. */
export function LikelyPrintings({
  printings,
  onChoose,
}: {
  printings: readonly FoundPrinting[];
  onChoose(card: CardChoice): void;
}) {
  return (
    <section aria-label="Possible matches">
      <h3 className="mb-2 text-[0.9375rem] font-semibold">Possible matches</h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets stops being one in Safari */}
      <ol role="list" className="grid gap-2" aria-label="Likely printings">
        {printings.map((card) => (
          <li key={card.id} className="chosen">
            {card.artUrl && <img src={card.artUrl} alt="" width={63} height={88} />}
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{card.name}</p>
              <p className="dim">
                {[card.setName, card.number, card.rarity && rarityName(card.rarity)].filter(Boolean).join(' · ')}
              </p>
              <p className="dim">{gameName(card.game)}</p>
            </div>
            <Button onClick={() => onChoose(card)}>
              Choose card
              <span className="sr">{` ${[card.name, card.setName, card.number].filter(Boolean).join(', ')}`}</span>
            </Button>
          </li>
        ))}
      </ol>
      <p className="dim mt-2">If your card isn’t here, search by name. We can only identify English cards for now.</p>
    </section>
  );
}
