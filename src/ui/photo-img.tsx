import type { CSSProperties } from 'react';
import { cn } from './cn.ts';
import { type PhotoSource, photoAt, photoSrcSet, placeholderColour, widthsFor } from './photo.ts';

export interface PhotoImgProps {
  photo: PhotoSource;
  /** As in `img sizes`: how wide it is drawn. */
  sizes: string;
  /** `first` for the picture that the page is about, `eager` for the rest of the first row; others load as they come near. */
  priority?: 'first' | 'eager' | 'lazy';
  /** A CSS image behind it instead of one colour: `placeholderPicture(…)`, for one large picture a page. */
  behind?: string | undefined;
  /** Another text than the photo's own; empty where the name stands right beside it. */
  alt?: string;
  className?: string;
  style?: CSSProperties;
}

/** A card's photo: the right size for the screen, its place kept before it loads. */
export function PhotoImg({ photo, sizes, priority = 'lazy', behind, alt = photo.alt, className, style }: PhotoImgProps) {
  const waiting: CSSProperties = behind
    ? { backgroundImage: behind, backgroundSize: 'cover' }
    : { backgroundColor: placeholderColour(photo.placeholder) };
  const widths = widthsFor(photo, sizes);
  const middle = widths.find((width) => width >= 640) ?? widths.at(-1);
  const hasChoice = widths.length > 1;
  return (
    <img
      className={cn('card-art', className)}
      srcSet={hasChoice ? photoSrcSet({ ...photo, widths }) : undefined}
      sizes={hasChoice ? sizes : undefined}
      src={middle ? photoAt(photo.url, middle) : photo.url}
      alt={alt}
      width={photo.width}
      height={photo.height}
      loading={priority === 'lazy' ? 'lazy' : 'eager'}
      fetchPriority={priority === 'first' ? 'high' : undefined}
      decoding="async"
      style={{ ...waiting, ...style }}
    />
  );
}
