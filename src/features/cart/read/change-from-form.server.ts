import { invalid } from '#kernel/refusal.ts';
import { parseInput, text } from '#platform/http/page-form.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { CartAnswer } from '../components/cart-answer.ts';
import { addLineSchema, setLineSchema } from '../contract.ts';
import { addLine } from '../lines/add-line.server.ts';
import type { CartRequest } from '../lines/open-cart.server.ts';
import { removeLine } from '../lines/remove-line.server.ts';
import { setLine } from '../lines/set-line.server.ts';
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
