import { Camera } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import type { CardChoice } from '../listing-form.ts';

/** Fetched when a photo was chosen. */
const PhotoReading = lazyPart(() => import('./photo-reading.tsx'), CannotLoad);

function CannotLoad() {
  return <p role="alert">The reader could not be loaded. Search by name instead.</p>;
}

/** A photo of the card in place of its name. */
export function PhotoReader({ onChoose }: { onChoose(card: CardChoice): void }) {
  const [file, setFile] = useState<File | null>(null);
  return (
    <div className="my-3">
      <label className="btn">
        <Icon of={Camera} size={17} />
        Read it from a photo
        <input
          className="sr"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            event.target.value = '';
          }}
        />
      </label>
      {file && (
        <Suspense
          fallback={
            <p role="status" className="dim my-3">
              Loading the reader…
            </p>
          }
        >
          <PhotoReading file={file} onChoose={onChoose} />
        </Suspense>
      )}
    </div>
  );
}
