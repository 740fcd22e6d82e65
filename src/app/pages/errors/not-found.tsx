import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { searchCards } from '#features/catalogue/index.server.ts';
import { cardTitle } from '#features/catalogue/words.ts';
import { readCostly } from '#platform/http/costly-reads.ts';
import { pageScope } from '#platform/http/page.ts';
import { isNear, type SimilarCard, wordsOfAddress } from '../listing/similar-cards.ts';

/** Every unknown address: 404, with cards of a similar name. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<never> {
  const words = wordsOfAddress(new URL(request.url).pathname.replace(/\.data$/, ''));
  const scope = pageScope(context);
  const { cards } = words
    ? await readCostly(scope.platform, scope, () => searchCards(scope.platform, { q: words, limit: 5 }))
    : { cards: [] };
  const near = cards.filter(({ name, setName }) => words !== null && isNear(words, `${name} ${setName ?? ''}`));
  const similar: SimilarCard[] = near.map(({ id, name, setName, number, artUrl }) => ({
    id,
    name,
    note: cardTitle({ setName, number }),
    artUrl,
  }));
  throw data({ code: 'not_found', message: '', similar }, { status: 404 });
}

/** A form that was sent to an address that does not exist is answered like its page. */
export function action(_args: ActionFunctionArgs): never {
  throw data({ code: 'not_found', message: '' }, { status: 404 });
}

export default function NotFound() {
  return null;
}
