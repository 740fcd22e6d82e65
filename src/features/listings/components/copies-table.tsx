import { Link } from 'react-router';
import { formatMoney } from '#kernel/money.ts';
import { avatarWords, WordedAvatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ConditionBadge, GradeBadge } from '#ui/condition-badge.tsx';
import { Kept } from '#ui/kept.tsx';
import { Panel } from '#ui/panel.tsx';
import { Price, postWords } from '#ui/price.tsx';
import { Rating, ratingWords } from '#ui/rating.tsx';
import './listings.css';
import { countOf, type TileFacts, totalOf } from './listing-words.ts';

export interface CopiesTableProps {
  copies: readonly TileFacts[];
  /** Left out, they are the other copies beside the one that the page is about. */
  title?: string;
  /** Where more of them stand, if there are more. */
  all?: string | null;
}

const othersOf = (n: number) => countOf(n, 'other copy', 'other copies');

/** All that a row says but for its condition. */
const copyWords = ({ id, seller, grading, finish, traits, price, post }: TileFacts) => ({
  id,
  sellerId: seller.id,
  username: seller.username,
  ...avatarWords(seller.username, seller.avatarUrl),
  rating: ratingWords(seller.rating),
  company: grading?.company,
  grade: grading && `${grading.grade}`,
  finish: [finish ?? 'Plain', traits].filter(Boolean).join(', '),
  price: formatMoney(price),
  post: postWords(post),
  total: formatMoney(totalOf(price, post)),
});

/** Copies of a card, by what they cost with post. */
export default function CopiesTable({ copies, title = othersOf(copies.length), all = null }: CopiesTableProps) {
  const heading = all ? `${copies.length} of the cheapest other copies` : title;
  const more = all && (
    <Link className="link" to={all}>
      Every copy
    </Link>
  );
  return (
    <Panel title={heading} note="By total price, cheapest post included" id="copies" flush actions={more}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard */}
      <section className="tw mt-3" tabIndex={0} aria-label={`${heading}, scrollable table`}>
        <table className="tbl copies">
          <thead>
            <tr>
              <th>Seller</th>
              <th>Condition</th>
              <th>Finish</th>
              <th className="n">Price</th>
              <th className="n">Post</th>
              <th className="n">Total</th>
              <th>
                <span className="sr">Open</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {copies.map((copy) => (
              <tr key={copy.id}>
                <Kept by={() => `copy ${copy.condition}`} words={copyWords(copy)}>
                  {(words) => (
                    <>
                      <td>
                        <span className="ws">
                          <WordedAvatar {...words} size={30} />
                          <span>
                            <Link to={`/profile/${words.sellerId}`}>{words.username}</Link>
                            {words.rating && (
                              <>
                                <br />
                                <Rating value={words.rating} />
                              </>
                            )}
                          </span>
                        </span>
                      </td>
                      <td>
                        {words.company && words.grade ? (
                          <GradeBadge company={words.company} grade={words.grade} form="short" />
                        ) : (
                          <ConditionBadge condition={copy.condition} form="short" />
                        )}
                      </td>
                      <td className="dim h-s">{words.finish}</td>
                      <td className="n h-s">
                        <Price value={words.price} size="plain" />
                      </td>
                      <td className="n dim h-s">{words.post}</td>
                      <td className="n">
                        <strong>{words.total}</strong>
                      </td>
                      <td className="a">
                        <ButtonLink size="sm" to={`/listings/${words.id}`}>
                          See copy<span className="sr"> of {words.username}</span>
                        </ButtonLink>
                      </td>
                    </>
                  )}
                </Kept>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
