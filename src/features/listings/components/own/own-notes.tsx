import { formatMoney } from '#kernel/numbers/money.ts';
import type { Listing } from '../../contract.ts';

type Notes = Pick<Listing, 'sku' | 'place' | 'privateNote' | 'cost'>;

/** What its seller noted for themselves, beside the listing. */
export function OwnNotes({ sku, place, privateNote, cost }: Notes) {
  const rows = [
    ['SKU', sku],
    ['Storage location', place],
    ['Cost per card', cost && formatMoney(cost)],
    ['Private note', privateNote],
  ].filter(([, text]) => text);
  if (rows.length === 0) return null;
  return (
    <section className="own-notes" aria-label="Private details">
      <dl>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="dim">Only you see this.</p>
    </section>
  );
}

/** In a row of one's own listings: where the card lies. */
export function OwnPlace({ sku, place }: Pick<Notes, 'sku' | 'place'>) {
  const text = [place, sku].filter(Boolean).join(' · ');
  return text ? <p className="dim truncate text-[0.78125rem]">{text}</p> : null;
}
