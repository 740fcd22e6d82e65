import { useEffect, useState } from 'react';
import type { CardChoice } from '#features/catalogue/widgets.tsx';
import { plural } from '#kernel/format.ts';
import { Button } from '#ui/button.tsx';
import { announce } from '#ui/feedback/announce.tsx';
import { Note } from '#ui/page/panel.tsx';
import { LikelyPrintings } from './likely-printings.tsx';
import { type PhotoAnswer, type ReadProblem, type ReadStage, readPhoto } from './read-photo.ts';

export interface PhotoReadingProps {
  file: File;
  onChoose(card: CardChoice): void;
  /** Adds the photo to the listing's; the reason of a failure, in words. Null: it is added already. */
  onAdd: (() => string | null) | null;
}

const underWay: Record<ReadStage, string> = {
  loading: 'Loading photo search, about 4 MB the first time…',
  reading: 'Reading name and number…',
  searching: 'Searching the card database…',
};
const problems: Record<ReadProblem, string> = {
  reader: 'Couldn’t load photo search. Search by name instead.',
  photo: 'Couldn’t identify the card in this photo. Search by name instead.',
  catalogue: 'Couldn’t load the card database. Search by name instead.',
};

/** What a photo shows, as three printings to choose from. */
export default function PhotoReading({ file, onChoose, onAdd }: PhotoReadingProps) {
  const [stage, setStage] = useState<ReadStage>('loading');
  const [answer, setAnswer] = useState<PhotoAnswer | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    setAnswer(null);
    void readPhoto(file, (next) => !stop.signal.aborted && setStage(next), stop.signal).then((found) => {
      if (stop.signal.aborted) return;
      setAnswer(found);
      if ('printings' in found)
        announce(plural(found.printings.length, { one: '# printing found', other: '# printings found' }));
    });
    return () => stop.abort();
  }, [file]);
  if (!answer)
    return (
      <p role="status" className="dim mt-3">
        {underWay[stage]}
      </p>
    );
  return (
    <div className="mt-3">
      {'problem' in answer ? (
        <Note tone="warning" role="alert">
          {problems[answer.problem]}
        </Note>
      ) : (
        <LikelyPrintings printings={answer.printings} onChoose={onChoose} />
      )}
      {onAdd && <AddPhoto key={file.name + file.lastModified} onAdd={onAdd} />}
    </div>
  );
}

function AddPhoto({ onAdd }: { onAdd(): string | null }) {
  const [said, setSaid] = useState<string | null>(null);
  const add = () => setSaid(onAdd() ?? 'Photo added to the listing.');
  return (
    <p className="dim mt-3" role="status">
      {said ?? <Button onClick={add}>Add photo to listing</Button>}
    </p>
  );
}
