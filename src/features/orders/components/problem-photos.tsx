import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import type { PhotoSource } from '#ui/card/photo.ts';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { ProblemPhoto } from '../contract.ts';
import './problem-photos.css';

export interface ProblemPhotosProps {
  /** The listing's photos at the time of the order; null where there is no card to compare. */
  sold: readonly (PhotoSource & { id: string })[] | null;
  got: readonly ProblemPhoto[];
  /** The condition checks that the seller listed: `Corners: no wear seen`. */
  checked: readonly (readonly [part: string, words: string])[];
  /** The URL where the buyer adds photos; null for other viewers, and when the problem is settled. */
  addTo?: string | null;
  /** Why the last ones were not taken. */
  refused?: string | null;
}

/** The photos of the listing beside those of the parcel. */
export function ProblemPhotos({ sold, got, checked, addTo = null, refused = null }: ProblemPhotosProps) {
  return (
    <Panel
      id="problem"
      title="Photos of the problem"
      note="Only the buyer, the seller and our support team can see these."
    >
      {sold ? (
        <div className="prob">
          <Side title="From the listing" photos={sold} none="The listing had no photos.">
            {checked.length > 0 && (
              <dl className="prob-said">
                {checked.map(([part, words]) => (
                  <div key={`${part} ${words}`}>
                    <dt>{part}</dt>
                    <dd>{words}</dd>
                  </div>
                ))}
              </dl>
            )}
          </Side>
          <Side title="From the buyer" photos={got} none="No photos yet." />
        </div>
      ) : (
        <Side title="From the buyer" photos={got} none="No photos yet." />
      )}
      {addTo && (
        <form method="post" action={addTo} encType="multipart/form-data" className="mt-5">
          {refused && (
            <Note tone="danger" className="mb-3">
              {refused}
            </Note>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <FileInput label="Choose photos" name="photos" multiple required accept="image/jpeg,image/png,image/webp" />
            <Button type="submit" kind="primary">
              Add photos
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}

interface SideProps {
  title: string;
  photos: readonly (PhotoSource & { id: string })[];
  none: string;
  children?: ReactNode;
}

function Side({ title, photos, none, children }: SideProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {photos.length === 0 ? (
        <p className="dim">{none}</p>
      ) : (
        <ul>
          {photos.map((photo) => (
            <li key={photo.id}>
              <a href={photo.url} target="_blank" rel="noopener">
                <PhotoImg photo={photo} sizes="(max-width: 40rem) 44vw, 260px" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
