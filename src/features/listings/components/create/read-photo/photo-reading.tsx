import { useEffect, useState } from 'react';
import { rarityName } from '#features/catalogue/widgets.tsx';
import { announce } from '#ui/announce.tsx';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/panel.tsx';
import { gameName } from '../../listing-words.ts';
import type { CardChoice } from '../listing-form.ts';
import { type FoundPrinting, type ReadStage, readPhoto } from './read-photo.ts';

export interface PhotoReadingProps {
  file: File;
  onChoose(card: CardChoice): void;
}

const says: Record<ReadStage, string> = {
  loading: 'Loading the reader…',
  reading: 'Reading the photo…',
  searching: 'Looking in the catalogue…',
};
const cantRead = 'We could not read this photo. Search by name instead.';
const cantLoad = 'The reader could not be loaded. Search by name instead.';

/** What a photo shows, as three printings to choose from. */
export default function PhotoReading({ file, onChoose }: PhotoReadingProps) {
  const [stage, setStage] = useState<ReadStage>('loading');
  const [found, setFound] = useState<readonly FoundPrinting[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    setFound(null);
    setProblem(null);
    void readPhoto(file, (next) => isHere && setStage(next))
      .then((cards) => {
        if (!isHere) return;
        setFound(cards);
        if (cards.length === 0) setProblem(cantRead);
        else announce(`${cards.length} printings offered`);
      })
      .catch(() => isHere && setProblem(cantLoad));
    return () => {
      isHere = false;
    };
  }, [file]);
  if (problem)
    return (
      <Note tone="warning" role="alert" className="my-3">
        {problem}
      </Note>
    );
  if (!found)
    return (
      <p role="status" className="dim my-3">
        {says[stage]}
      </p>
    );
  return (
    <section className="my-3" aria-label="What the photo may show">
      <p className="mb-2 font-semibold">Is it one of these?</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets stops being one in Safari */}
      <ol role="list" className="grid gap-2" aria-label="Likely printings">
        {found.map((card) => (
          <li key={card.id} className="chosen">
            {card.artUrl && <img src={card.artUrl} alt="" width={63} height={88} />}
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{card.name}</p>
              <p className="dim">{[card.setName, card.number, card.rarity && rarityName(card.rarity)].filter(Boolean).join(' · ')}</p>
              <p className="dim">{gameName(card.game)}</p>
            </div>
            <Button aria-label={`Choose ${card.name}, ${card.setName}, ${card.number ?? 'no number'}`} onClick={() => onChoose(card)}>
              Choose
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
