import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney, type Money } from '#kernel/money.ts';
import { AheadLink } from './ahead-link.tsx';
import { type AvatarWords, avatarWords, WordedAvatar } from './avatar.tsx';
import { CardBack } from './card-back.tsx';
import { cn } from './cn.ts';
import { ConditionBadge, GradeBadge, type GradeBadgeProps } from './condition-badge.tsx';
import { Icon } from './icon.tsx';
import { type PhotoSource, type PhotoWords, photoWords } from './photo.ts';
import { type PhotoImgProps, WordedPhoto } from './photo-img.tsx';
import { Price, postWords } from './price.tsx';
import { Rating, ratingWords } from './rating.tsx';

/** What a tile shows of a copy. */
export interface TileCopy {
  name: string;
  /** `Emberfall · 112/248 · EN`. */
  setLine: string;
  photo: PhotoSource | null;
  /** Null: not known yet, on the preview of a listing. */
  price: Money | null;
  /** Only what stands out: `Foil`, `Holo`. */
  finish?: string | null;
  /** What makes it different from a plain copy: `1st Edition, Signed`. */
  traits?: string | null;
  grading?: Pick<GradeBadgeProps, 'company' | 'grade'> | null;
  seller?: { username: string; avatarUrl?: string | null; rating?: number | null } | null;
  /** Cheapest post; null when not known. */
  post?: Money | null;
  /** In place of the seller's line: `Reserved`, `Sold`. The tile keeps its place and its picture pales. */
  gone?: string | null;
}

/** Narrower ones than any tile is drawn are for rows of a table. */
const narrowest = 200;
const tileSizes = '(max-width: 900px) 42vw, 250px';

type Word = string | null | undefined;

/** All that a tile says, in words. */
export type TileWords = Partial<PhotoWords & AvatarWords> &
  Record<'name' | 'setLine' | 'price' | 'finish' | 'traits' | 'company' | 'grade' | 'username' | 'rating' | 'post' | 'gone', Word>;

export function tileWords({ name, setLine, photo, price, finish, traits, grading, seller, post, gone }: TileCopy, sizes = tileSizes): TileWords {
  return {
    name,
    setLine,
    price: price && formatMoney(price),
    finish,
    traits,
    company: grading?.company,
    grade: grading && `${grading.grade}`,
    username: seller?.username,
    rating: ratingWords(seller?.rating),
    post: post && postWords(post),
    gone,
    ...(seller && avatarWords(seller.username, seller.avatarUrl)),
    ...(photo && photoWords({ ...photo, widths: photo.widths?.filter((width) => width >= narrowest) }, sizes)),
  };
}

export interface CardTileProps {
  to: string;
  /** Made for the same `sizes`. Without a photo the card back shows. */
  words: TileWords;
  condition: string | null;
  favorite?: ReactNode;
  level?: 2 | 3 | 4;
  /** Tours point at its parts: once on a page is enough. */
  guided?: boolean;
  priority?: PhotoImgProps['priority'];
  sizes?: string;
}

/** One copy for sale. The whole tile is one link, through the name; the heart is above it. */
export function CardTile({ to, words, condition, favorite, level = 3, guided = true, priority, sizes = tileSizes }: CardTileProps) {
  const { price, finish, traits, company, grade, username, rating, post, gone } = words;
  const guide = (part: string) => (guided ? part : undefined);
  const Heading = `h${level}` as const;
  return (
    <article className={cn('tile', gone && 'gone')} data-testid="listing-tile">
      <div className="mat">{words.src ? <WordedPhoto {...(words as PhotoWords)} sizes={sizes} priority={priority} /> : <CardBack />}</div>
      <div className="tb">
        <div className="nm">
          <Heading>
            <AheadLink to={to}>{words.name}</AheadLink>
          </Heading>
          {favorite}
        </div>
        <p className="set">
          {traits && (
            <>
              <strong>{traits}</strong> ·{' '}
            </>
          )}
          {words.setLine}
        </p>
        <p className="pr">
          <span data-guide={guide('buy')}>{price ? <Price value={price} /> : <span className="dim">No price yet</span>}</span>
          <span className="bd" data-guide={guide('condition')}>
            {finish && (
              <span className="foil">
                <Icon of={Sparkles} size={12} />
                {finish}
              </span>
            )}
            {company && grade ? <GradeBadge company={company} grade={grade} form="short" /> : <ConditionBadge condition={condition} form="short" />}
          </span>
        </p>
        {gone ? (
          <p className="sl">
            <strong>{gone}</strong>
          </p>
        ) : (
          (username || post) && (
            <p className="sl" data-guide={username ? guide('seller') : undefined}>
              {username && (
                <>
                  <WordedAvatar {...words} size={18} />
                  <span className="sn">{username}</span>
                  {rating && <Rating value={rating} />}
                </>
              )}
              {post && <span className="post">{post}</span>}
            </p>
          )
        )}
      </div>
    </article>
  );
}

export interface TileGridProps {
  /** Six columns instead of four at 1440 px. */
  compact?: boolean;
  /** One row that scrolls sideways, for shelves of the home page. */
  shelf?: boolean;
  label?: string;
  children: ReactNode;
}

/** The list around tiles; each child is an `li`. */
export function TileGrid({ compact, shelf, label, children }: TileGridProps) {
  return (
    // A list without bullets stops being announced as one in Safari unless it says so.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul role="list" className={cn(shelf ? 'shelf' : 'tiles', compact && 'compact')} aria-label={label}>
      {children}
    </ul>
  );
}
