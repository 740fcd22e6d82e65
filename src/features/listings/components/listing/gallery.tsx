import { ZoomIn } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { artAddress, CardDrawing } from '#features/catalogue/widgets.tsx';
import { CardBack } from '#ui/card/card-back.tsx';
import { placeholderPicture } from '#ui/card/photo-blur.ts';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import type { ListingPhoto } from '../../contract.ts';
import '../listings.css';

const Zoom = lazyPart(() => import('./zoom.tsx'));

interface GalleryProps {
  photos: readonly ListingPhoto[];
  card: string;
  /** Of the catalogue. */
  cardId: string | null;
  /** The viewer is the seller. */
  isOwn: boolean;
}

/** The photos of a copy: swiped or chosen by thumbnail, and enlarged in the zoom. */
export function Gallery({ photos, card, cardId, isOwn }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [zoom, setZoom] = useState<'never' | 'open' | 'closed'>('never');
  if (photos.length === 0) return <NoPhotos cardId={cardId} isOwn={isOwn} />;

  const show = (at: number) => {
    setShown(at);
    const box = strip.current;
    if (box) box.scrollTo({ left: at * box.clientWidth });
  };
  return (
    <div className={photos.length === 1 ? 'gal one' : 'gal'}>
      {photos.length > 1 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets stops being one in Safari
        <ul role="list" className="ths" aria-label="Photos">
          {photos.map((photo, at) => (
            <li key={photo.id}>
              <button
                type="button"
                className="th"
                aria-label={`Photo ${at + 1} of ${photos.length}`}
                aria-current={at === shown ? 'true' : undefined}
                onClick={() => show(at)}
              >
                <PhotoImg photo={photo} sizes="64px" alt="" priority={at < 6 ? 'eager' : 'lazy'} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="stage">
        <ul
          ref={strip}
          className="slides"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
          tabIndex={0}
          aria-label={`Photos of ${card}`}
          onScroll={({ currentTarget: box }) => {
            const at = Math.round(box.scrollLeft / Math.max(1, box.clientWidth));
            if (at !== shown && Math.abs(box.scrollLeft - at * box.clientWidth) < 2) setShown(at);
          }}
        >
          {photos.map((photo, at) => (
            <li key={photo.id}>
              <PhotoImg
                photo={photo}
                sizes="(max-width: 56.25rem) 70vw, 394px"
                priority={at === 0 ? 'first' : 'lazy'}
                behind={at === 0 ? placeholderPicture(photo.placeholder) : undefined}
                style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
              />
            </li>
          ))}
        </ul>
        {photos.length > 1 && (
          <p className="pc" aria-hidden="true">
            {shown + 1} / {photos.length}
          </p>
        )}
        <button
          type="button"
          className="ib solid st-a"
          aria-label="Zoom in"
          data-tip="Zoom in"
          aria-haspopup="dialog"
          onClick={() => setZoom('open')}
        >
          <Icon of={ZoomIn} size={20} />
        </button>
      </div>
      {zoom !== 'never' && (
        <Suspense fallback={null}>
          <Zoom photos={photos} open={zoom === 'open'} shown={shown} onShow={show} onClose={() => setZoom('closed')} />
        </Suspense>
      )}
    </div>
  );
}

/** The catalogue's drawing of the card, or its back. */
function NoPhotos({ cardId, isOwn }: Pick<GalleryProps, 'cardId' | 'isOwn'>) {
  return (
    <div className="gal one">
      <div className="stage">
        {cardId ? <CardDrawing artUrl={artAddress(cardId)} alt="" priority="first" /> : <CardBack />}
        <p className="pc">
          {isOwn ? 'No photos yet. Add photos.' : 'No photos yet. Ask the seller for some before you buy.'}
        </p>
      </div>
    </div>
  );
}
