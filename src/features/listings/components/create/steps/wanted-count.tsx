import { useEffect, useState } from 'react';
import type { ListedTable } from '#features/shipping/words.ts';
import { parseMoney } from '#kernel/numbers/money.ts';
import { Note } from '#ui/page/panel.tsx';
import { wantedBy } from '../../listing-words.ts';
import { readWanted } from '../api.ts';
import { postOfForm, priceOfForm } from '../form/form-input.ts';
import type { ListingForm } from '../form/listing-form.ts';

/** How many members want this copy at this price. Renders nothing until it is known, or for none. */
export default function WantedCount({ form, shipping }: { form: ListingForm; shipping: ListedTable }) {
  const cardId = form.card?.id ?? '';
  const posts = form.posts.map(({ price }) => parseMoney(price, form.currency)).filter((amount) => amount !== null);
  const written = posts.length > 0 ? Math.min(...posts) : 0;
  const price = String(priceOfForm(form) ?? 0);
  const post = String(shipping.methods ? (postOfForm(form, shipping)?.amount ?? 0) : written);
  const { condition, language, finish, currency } = form;
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    // A price is typed figure by figure: one question when the fingers rest.
    const timer = setTimeout(() => {
      const copy = { condition, language, finish, currency, price, post };
      void readWanted(cardId, copy, gone.signal).then((read) => gone.signal.aborted || setCount(read));
    }, 300);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [cardId, condition, language, finish, currency, price, post]);
  return (
    <div role="status" data-testid="wanted-count">
      {count !== null && count > 0 && (
        <Note tone="info" className="mt-4">
          {wantedBy(count)} We’ll notify them when you publish.
        </Note>
      )}
    </div>
  );
}
