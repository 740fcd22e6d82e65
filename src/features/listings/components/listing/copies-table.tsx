import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ConditionBadge, GradeBadge } from '#ui/card/condition-badge.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Price, postWords } from '#ui/card/price.tsx';
import { Rating } from '#ui/card/rating.tsx';
import { Panel } from '#ui/page/panel.tsx';
import '../listings.css';
import { type CopyRow, copyLabels, languageName, totalOf } from '../listing-words.ts';

export interface CopiesTableProps {
  copies: readonly CopyRow[];
  /** Left out, they are the other copies beside the one that the page is about. */
  title?: string;
  /** The address of all of them, if there are more. */
  all?: string | null;
  /** What other features offer for a copy, beside the link to its listing. */
  beside?: ((copy: CopyRow) => ReactNode) | undefined;
}

const othersOf = (n: number) =>
  plural(n, { one: '# more listing of this card', other: '# more listings of this card' });

/** Copies of a card, by what they cost with shipping. */
export default function CopiesTable({ copies, title = othersOf(copies.length), all = null, beside }: CopiesTableProps) {
  const heading = all ? 'Cheapest other listings' : title;
  const more = all && (
    <Link className="link" to={all}>
      View all listings
    </Link>
  );
  return (
    <Panel title={heading} note="Sorted by total price incl. cheapest shipping" id="copies" flush actions={more}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <section className="tw mt-3" tabIndex={0} aria-label={`${heading}, scrollable table`}>
        <table className="tbl copies">
          <thead>
            <tr>
              <th>Photo</th>
              <th>Seller</th>
              <th>Condition</th>
              <th>Language</th>
              <th>Finish</th>
              <th className="n">Price</th>
              <th className="n">Total</th>
              <th>
                <span className="sr">Open</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {copies.map((copy) => (
              <Copy key={copy.id} copy={copy} beside={beside?.(copy)} />
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

/** Below 900 px the row is a small card, with its language and finish in the line of its condition. */
function Copy({ copy, beside }: { copy: CopyRow; beside: ReactNode }) {
  const { id, seller, photo, grading, condition, language, finish, traits, location, price, post, postVaries } = copy;
  return (
    <tr data-testid="copy">
      <td className="copy-art">
        {photo ? (
          <span className="mini-art">
            <PhotoImg photo={photo} sizes="34px" alt="" />
          </span>
        ) : (
          <span className="copy-none">No photo</span>
        )}
      </td>
      <td className="copy-who">
        <Link to={`/profile/${seller.id}`}>{seller.username}</Link>
        <br />
        <span className="copy-facts dim">
          {seller.rating !== undefined && <Rating value={seller.rating} />}
          {location && <span>{location}</span>}
        </span>
      </td>
      <td className="copy-cond">
        {grading ? (
          <GradeBadge company={grading.company} grade={`${grading.grade}`} form="short" />
        ) : (
          <ConditionBadge condition={condition} form="short" />
        )}
        <span className="copy-short">{copyLabels(copy, 'short').map((label) => ` · ${label}`)}</span>
      </td>
      <td className="h-s">{languageName(language)}</td>
      <td className="dim h-s">{[finish ?? 'Normal', traits].filter(Boolean).join(', ')}</td>
      <td className="n h-s">
        <Price value={price} size="plain" />
        <br />
        <span className="copy-facts dim">{postWords(post, postVaries)}</span>
      </td>
      <td className="n copy-total">
        <strong>
          <Price value={totalOf(price, post)} size="plain" />
        </strong>
      </td>
      <td className="a copy-open">
        <span className="copy-acts">
          {beside}
          <ButtonLink size="sm" to={`/listings/${id}`}>
            View listing<span className="sr"> from {seller.username}</span>
          </ButtonLink>
        </span>
      </td>
    </tr>
  );
}
