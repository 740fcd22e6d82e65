import { finishName, parseEdition } from '#features/catalogue/words.ts';
import { conditionName } from '#kernel/cards/conditions.ts';
import { formatUnit, plural } from '#kernel/format.ts';
import { formatMoney, type Money, parseMoney } from '#kernel/numbers/money.ts';
import { Definitions } from '#ui/page/panel.tsx';
import { gameName, languageName, sentBy, traitsInWords } from '../../listing-words.ts';
import { postOfForm, priceOfForm } from '../form/form-input.ts';
import type { Step } from '../form/form-steps.ts';
import type { ListingForm } from '../form/listing-form.ts';
import type { PhotoItem } from '../photos/photo-items.ts';
import { Preview, type PreviewProps } from './preview.tsx';

export interface StepCheckProps {
  form: ListingForm;
  items: readonly PhotoItem[];
  seller: PreviewProps['seller'];
  onStep(step: Step): void;
}

const editLinks: readonly [Step, string][] = [
  ['photos', 'Edit photos'],
  ['card', 'Edit card'],
  ['condition', 'Edit condition'],
  ['price', 'Edit price and shipping'],
];

const tableWords = (post: Money | null) =>
  post === null
    ? 'None of your shipping methods ships this card'
    : `By your shipping methods, from ${formatMoney(post)}`;

/** All of it once more, as buyers will see it, with a way back to each step. */
export function StepCheck({ form, items, seller, onStep }: StepCheckProps) {
  const card = form.isFree ? null : form.card;
  const amount = (text: string) => {
    const minor = parseMoney(text, form.currency);
    return minor === null ? text : formatMoney({ amount: minor, currency: form.currency });
  };
  const price = priceOfForm(form);
  const copies = form.playset ? `${form.quantity} × 4` : form.quantity;
  const posts = form.posts.filter((post) => post.name.trim());
  return (
    <div className="check">
      <Preview form={form} cover={items[0]} seller={seller} />
      <div>
        <Definitions
          rows={[
            [
              'Card',
              [card?.name ?? form.name, card ? card.setName : form.setName, card ? card.number : form.number]
                .filter(Boolean)
                .join(' · ') || 'Not chosen yet',
            ],
            ['Game', gameName(card?.game ?? form.game)],
            [
              'Condition',
              form.isGraded && form.grade
                ? `${form.company} ${form.grade}`
                : form.condition
                  ? conditionName(form.condition)
                  : 'Not chosen yet',
            ],
            ['Finish', form.finish && finishName(form.finish)],
            ['Language', languageName(form.language)],
            ['Edition and traits', traitsInWords({ ...form, edition: parseEdition(form.edition) })],
            [
              'Price',
              price === null ? form.price || 'Not set yet' : formatMoney({ amount: price, currency: form.currency }),
            ],
            ['Quantity', copies === '1' ? null : copies],
            [
              'Shipping',
              seller.shipping?.methods
                ? tableWords(postOfForm(form, seller.shipping))
                : posts.length === 0
                  ? 'Included in the price'
                  : posts
                      .map((post) => `${sentBy(post)}: ${post.price.trim() ? amount(post.price) : 'no price yet'}`)
                      .join(' · '),
            ],
            [
              'Offers',
              form.acceptsOffers
                ? form.offerFloor
                  ? `Accepted from ${amount(form.offerFloor)}`
                  : 'Accepted'
                : 'Not accepted',
            ],
            ['Offers expire after', form.acceptsOffers && formatUnit(Number(form.offerWindowHours), 'hour')],
            ['Photos', items.length === 0 ? 'None yet' : plural(items.length, { one: '# photo', other: '# photos' })],
          ]}
        />
        <p className="mt-4 flex flex-wrap gap-x-4">
          {editLinks.map(([step, label]) => (
            <button key={step} type="button" className="link" onClick={() => onStep(step)}>
              {label}
            </button>
          ))}
        </p>
      </div>
    </div>
  );
}
