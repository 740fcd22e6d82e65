import type { CSSProperties } from 'react';
import { cn } from '../cn.ts';
import { type PhotoSource, photoAddresses, placeholderColour } from './photo.ts';

export interface PhotoImgProps {
  photo: PhotoSource;
  /** Replaces the photo's own text; empty where the name is right beside it. */
  alt?: string;
  /** As in `img sizes`: the rendered width. */
  sizes: string;
  /**
   * `first` for the picture that the page is about, `eager` for the rest of the first row; others load as they come
   * near.
   */
  priority?: 'first' | 'eager' | 'lazy' | undefined;
  /** A CSS image behind it instead of one colour: `placeholderPicture(…)`, for one large picture a page. */
  behind?: string | undefined;
  className?: string;
  style?: CSSProperties;
}

/** A card's photo: the right size for the screen, with its space reserved before it loads. */
export function PhotoImg({
  photo,
  alt = photo.alt,
  sizes,
  priority = 'lazy',
  behind,
  className,
  style,
}: PhotoImgProps) {
  const { src, srcSet } = photoAddresses(photo, sizes);
  const waiting: CSSProperties = behind
    ? { backgroundImage: behind, backgroundSize: 'cover' }
    : { backgroundColor: placeholderColour(photo.placeholder) };
  return (
    <img
      className={cn('card-art', className)}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      src={src}
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
