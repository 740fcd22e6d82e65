import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { CardBack } from '#ui/card/card-back.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import type { BulkRowView } from '../contract.ts';
import type { RowState } from '../model/bulk.process.ts';
import { rowWords } from './bulk-words.ts';

/** The first photo of each listing that has one. */
export type RowPhotos = Readonly<Record<string, ComponentProps<typeof PhotoImg>['photo'] | undefined>>;

/** States in which the new price is, or would be, the listing's. */
const isToBe: ReadonlySet<RowState> = new Set(['will', 'done', 'kept']);

/** Each listing: its price before and after, its state, and the reason. */
export function ChangedRows({ rows, photos }: { rows: readonly BulkRowView[]; photos: RowPhotos }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Listings, scrollable table">
      <table className="tbl bulk-t">
        <thead>
          <tr>
            <th>Listing</th>
            <th className="n">Price</th>
            <th className="n">New price</th>
            <th>Result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ listingId, title, state, from, to, why }) => (
            <tr key={listingId}>
              <td>
                <div className="flex items-center gap-3">
                  <RowPhoto photo={photos[listingId]} />
                  <Link className="hover:underline" to={`/listings/${listingId}`}>
                    {title}
                  </Link>
                </div>
              </td>
              <td className="n">{formatMoney(from)}</td>
              <td className="n">{to && isToBe.has(state) ? <strong>{formatMoney(to)}</strong> : '–'}</td>
              <td>
                {rowWords[state]}
                {why && <span className="dim"> · {why}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RowPhoto({ photo }: { photo: RowPhotos[string] }) {
  return <span className="mini-art">{photo ? <PhotoImg photo={photo} sizes="34px" alt="" /> : <CardBack />}</span>;
}
