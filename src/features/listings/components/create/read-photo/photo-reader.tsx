import { Camera } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { CardChoice } from '#features/catalogue/widgets.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

/** Fetched, with the reader, when a photo is to be read. */
const PhotoReading = lazyPart(() => import('./photo-reading.tsx'), CannotLoad);

function CannotLoad() {
  return (
    <p role="alert" className="err mt-3">
      Couldn’t load photo search. Search by name instead.
    </p>
  );
}

/** The photos of the listing, as the reader knows them. */
export interface BoardPhotos {
  first: File | null;
  /** Why no photo can be added, in words; null where it was added. */
  add(file: File): string | null;
}

/** Finds the card in a photo: the listing's first one, or another. */
export function PhotoReader({ photos, onChoose }: { photos: BoardPhotos; onChoose(card: CardChoice): void }) {
  const [chosen, setChosen] = useState<{ file: File; isOnBoard: boolean } | null>(null);
  const { first } = photos;
  return (
    <div className="my-3">
      <div className="flex flex-wrap gap-2">
        {first && (
          <Button onClick={() => setChosen({ file: first, isOnBoard: true })}>
            <Icon of={Camera} size={17} />
            Identify card from first photo
          </Button>
        )}
        <label
          className={buttonClass(
            {},
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          )}
        >
          <Icon of={Camera} size={17} />
          {first ? 'Identify card from another photo' : 'Identify card from photo'}
          <input
            className="sr"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) setChosen({ file, isOnBoard: false });
              event.target.value = '';
            }}
          />
        </label>
      </div>
      {chosen && (
        <Suspense
          fallback={
            <p role="status" className="dim mt-3">
              Loading photo search…
            </p>
          }
        >
          <PhotoReading
            file={chosen.file}
            onChoose={onChoose}
            onAdd={chosen.isOnBoard ? null : () => photos.add(chosen.file)}
          />
        </Suspense>
      )}
    </div>
  );
}
