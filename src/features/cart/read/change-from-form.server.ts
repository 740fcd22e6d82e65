import { plural } from '#kernel/format.ts';
import { isId } from '#kernel/ids.ts';
import { invalid } from '#kernel/refusal.ts';
import { parseInput, text } from '#platform/http/page-form.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { CartAnswer } from '../components/cart-answer.ts';
import { addLineSchema, cartChoicesSchema, setLineSchema } from '../contract.ts';
import { addLine } from '../lines/add-line.server.ts';
import { type AddedMany, addMany, type Wanted } from '../lines/add-many.server.ts';
import type { CartRequest } from '../lines/open-cart.server.ts';
import { removeLine } from '../lines/remove-line.server.ts';
import { setChoices } from '../lines/set-choices.server.ts';
import { setLine } from '../lines/set-line.server.ts';
import { cartLimits } from '../words.ts';
import { changeCart } from './visit-cart.server.ts';

/** Does what a form of the cart says, and what to answer. */
export async function changeFromForm(
  platform: Platform,
  request: CartRequest,
  form: FormData,
): Promise<{ answer: CartAnswer; cookies: string[] }> {
  const id = text(form, 'id');
  const number = (name: string) => (form.has(name) ? Number(text(form, name)) : undefined);
  switch (text(form, 'intent')) {
    case 'add': {
      const input = parseInput(addLineSchema, {
        listingId: text(form, 'listingId'),
        quantity: number('quantity'),
        listingVersion: number('listingVersion'),
      });
      const { cookies } = await changeCart(platform, request, (holder) => addLine(platform, holder, input));
      return { answer: {}, cookies };
    }
    case 'add-many': {
      const wanted = wantedIn(form);
      const { changed, cookies } = await changeCart(platform, request, (holder) => addMany(platform, holder, wanted));
      return { answer: { saved: addedSentence(changed) }, cookies };
    }
    case 'country': {
      const chosen = parseInput(cartChoicesSchema, { country: text(form, 'country') || null });
      const { cookies } = await changeCart(platform, request, (holder) => setChoices(platform, holder, chosen));
      return { answer: {}, cookies };
    }
    case 'shipping': {
      const choice = { sellerId: text(form, 'sellerId'), method: text(form, 'method') };
      const chosen = parseInput(cartChoicesSchema, { shipping: [choice] });
      const { cookies } = await changeCart(platform, request, (holder) => setChoices(platform, holder, chosen));
      return { answer: {}, cookies };
    }
    case 'set': {
      const { quantity } = parseInput(setLineSchema, { quantity: number('quantity') });
      const { cookies } = await changeCart(platform, request, (holder) => setLine(platform, holder, id, quantity));
      return { answer: {}, cookies };
    }
    case 'remove': {
      const { changed, cookies } = await changeCart(platform, request, (holder) => removeLine(platform, holder, id));
      const { quantity } = changed;
      const title = text(form, 'title');
      return {
        answer: quantity === null || title === '' ? {} : { removed: { listingId: id, title, quantity } },
        cookies,
      };
    }
    default:
      throw invalid({ intent: 'This page is out of date. Reload it.' });
  }
}

/** Listing and number of copies, as `line` fields name them; what is none of them is left out. */
function wantedIn(form: FormData): Wanted[] {
  const pairs = form.getAll('line').map((value) => String(value).split(' '));
  const wanted = pairs.map(([listingId = '', copies]) => ({ listingId, quantity: Number(copies) }));
  return wanted
    .filter(({ listingId, quantity }) => isId(listingId) && Number.isSafeInteger(quantity) && quantity >= 1)
    .map(({ listingId, quantity }) => ({ listingId, quantity: Math.min(quantity, cartLimits.copies) }))
    .filter(({ listingId }, at, all) => all.findIndex((each) => each.listingId === listingId) === at)
    .slice(0, cartLimits.lines);
}

function addedSentence({ copies, leftOut }: AddedMany): string {
  const added = plural(copies, { one: '# card is in your cart.', other: '# cards are in your cart.' });
  if (leftOut === 0) return added;
  const left = plural(leftOut, {
    one: '# listing wasn’t added: it can’t be bought now, or your cart is full.',
    other: '# listings weren’t added: they can’t be bought now, or your cart is full.',
  });
  return copies === 0 ? left : `${added} ${left}`;
}
