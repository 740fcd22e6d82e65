import { parseEdition } from '#features/catalogue/words.ts';
import type { ListedTable } from '#features/shipping/words.ts';
import { money } from '#kernel/numbers/money.ts';
import { CardTile } from '#ui/card/card-tile.tsx';
import { setLine, specialFinish, traitsInWords } from '../../listing-words.ts';
import { postOfForm, priceOfForm } from '../form/form-input.ts';
import type { ListingForm } from '../form/listing-form.ts';
import type { PhotoItem } from '../photos/photo-items.ts';

export interface PreviewProps {
  form: ListingForm;
  cover: PhotoItem | undefined;
  seller: { username: string; avatarUrl: string | null; rating: number | null; shipping?: ListedTable };
}

/** The tile as buyers will see it. */
export function Preview({ form, cover, seller }: PreviewProps) {
  const card = form.isFree ? null : form.card;
  const amount = priceOfForm(form);
  return (
    // A preview: nothing in it can be pressed.
    <div inert className="max-w-[280px]">
      <CardTile
        to="."
        condition={form.condition || 'unknown'}
        copy={{
          name: (card?.name ?? form.name) || 'Card name',
          setLine: setLine({
            setName: (card ? card.setName : form.setName) || 'Set',
            number: (card ? card.number : form.number) || 'Number',
            language: form.language,
          }),
          photo: cover ? { url: cover.preview, width: 630, height: 880, alt: '' } : null,
          price: amount === null ? null : money(amount, form.currency),
          finish: specialFinish(form.finish || null),
          traits: traitsInWords({ ...form, edition: parseEdition(form.edition) }),
          grading: form.isGraded && form.grade ? { company: form.company, grade: form.grade } : null,
          seller,
          post: postOfForm(form, seller.shipping),
        }}
      />
    </div>
  );
}
