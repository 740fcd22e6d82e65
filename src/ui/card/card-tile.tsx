import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { Avatar } from '../avatar.tsx';
import { cn } from '../cn.ts';
import { Icon } from '../icon.tsx';
import { CardBack } from './card-back.tsx';
import { ConditionBadge, GradeBadge, type GradeBadgeProps } from './condition-badge.tsx';
import type { PhotoSource } from './photo.ts';
import { PhotoImg, type PhotoImgProps } from './photo-img.tsx';
import { Price, postWords } from './price.tsx';
import { Rating } from './rating.tsx';

/** What a tile shows of a copy. */
export interface TileCopy {
  name: string;
  /** `Emberfall · 112/248 · EN`. */
  setLine: string;
  photo: PhotoSource | null;
  /** Without a photo: the address of the catalogue's drawing of the card. */
  drawing?: string | null;
  /** Null: not known yet, on the preview of a listing. */
  price: Money | null;
  /** An earlier, higher price. */
  was?: Money | null;
  /** Only what stands out: `Foil`, `Holo`. */
  finish?: string | null;
  /** What makes it different from a plain copy: `1st Edition, Signed`. */
  traits?: string | null;
  grading?: Pick<GradeBadgeProps, 'company' | 'grade'> | null;
  seller?: { username: string; avatarUrl?: string | null; rating?: number | null } | null;
  /** Cheapest post; null when not known. */
  post?: Money | null;
  /** Whether it is the price to the destination with the cheapest post. */
  postVaries?: true;
  /** In place of the seller's line: `Reserved`, `Sold`. The tile keeps its place and its picture pales. */
  gone?: string | null;
}

/** Widths below any tile's are for table rows. */
const narrowest = 200;
const tileSizes = '(max-width: 56.25rem) 42vw, 250px';

export interface CardTileProps {
  to: string;
  /** Without a photo and a drawing the card back shows. */
  copy: TileCopy;
  condition: string | null;
  favorite?: ReactNode;
  level?: 2 | 3 | 4;
  /** Tours point at its parts: once on a page is enough. */
  guided?: boolean;
  priority?: PhotoImgProps['priority'];
  sizes?: string;
}

const tilePhoto = (photo: PhotoSource): PhotoSource => ({
  ...photo,
  widths: photo.widths?.filter((width) => width >= narrowest) ?? [],
});

/** One copy for sale. The whole tile is one link, through the name; the heart is above it. */
export function CardTile({
  to,
  copy,
  condition,
  favorite,
  level = 3,
  guided = true,
  priority,
  sizes = tileSizes,
}: CardTileProps) {
  const { photo, drawing, price, was, finish, traits, grading, seller, post, postVaries, gone } = copy;
  const guide = (part: string) => (guided ? part : undefined);
  const Heading = `h${level}` as const;
  return (
    <article className={cn('tile', gone && 'gone')} data-testid="listing-tile">
      <div className="mat">
        {photo ? (
          <PhotoImg photo={tilePhoto(photo)} sizes={sizes} priority={priority} />
        ) : (
          <NoPhoto drawing={drawing} />
        )}
      </div>
      <div className="tb">
        <div className="nm">
          <Heading>
            <Link to={to}>{copy.name}</Link>
          </Heading>
          {favorite}
        </div>
        <p className="set">
          {traits && (
            <>
              <strong>{traits}</strong> ·{' '}
            </>
          )}
          {copy.setLine}
        </p>
        <p className="pr">
          <span data-guide={guide('buy')}>
            {price ? <Price value={price} /> : <span className="dim">No price yet</span>}
            {was && (
              <span className="dim ml-1.5 text-[0.8125rem]">
                <span className="sr">, was </span>
                <s>{formatMoney(was)}</s>
              </span>
            )}
          </span>
          <span className="bd" data-guide={guide('condition')}>
            {finish && (
              <span className="foil">
                <Icon of={Sparkles} size={12} />
                {finish}
              </span>
            )}
            {grading ? (
              <GradeBadge company={grading.company} grade={grading.grade} form="short" />
            ) : (
              <ConditionBadge condition={condition} form="short" />
            )}
          </span>
        </p>
        {gone ? (
          <p className="sl">
            <strong>{gone}</strong>
          </p>
        ) : (
          (seller || post) && (
            <p className="sl" data-guide={seller ? guide('seller') : undefined}>
              {seller && (
                <>
                  <Avatar name={seller.username} url={seller.avatarUrl} size={18} />
                  <span className="sn">{seller.username}</span>
                  {typeof seller.rating === 'number' && <Rating value={seller.rating} />}
                </>
              )}
              {post && <span className="post">{postWords(post, postVaries)}</span>}
            </p>
          )
        )}
      </div>
    </article>
  );
}

/** The catalogue's drawing, or the back of a card, marked so that neither is taken for the copy. */
function NoPhoto({ drawing }: { drawing: string | null | undefined }) {
  return (
    <>
      {drawing ? (
        <img className="card-art" src={drawing} alt="" width={630} height={880} loading="lazy" decoding="async" />
      ) : (
        <CardBack />
      )}
      <span className="no-photo">No photo</span>
    </>
  );
}

export interface TileGridProps {
  /** Six columns instead of four at 1440 px. */
  compact?: boolean;
  /** One row that scrolls sideways, for carousels of the home page. */
  carousel?: boolean;
  label?: string;
  children: ReactNode;
}

/** The list around tiles; each child is an `li`. */
export function TileGrid({ compact, carousel, label, children }: TileGridProps) {
  return (
    // A list without bullets stops being announced as one in Safari unless it says so.
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <ul role="list" className={cn(carousel ? 'shelf' : 'tiles', compact && 'compact')} aria-label={label}>
      {children}
    </ul>
  );
}
