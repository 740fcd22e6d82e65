import { Suspense } from 'react';
import { Form, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { catalogueRefusals } from '#features/catalogue/contract.ts';
import { isAdvanced, parseSearch, type SearchProblem, straighten } from '#features/catalogue/language.ts';
import { AdvancedNote } from '#features/listings/widgets.tsx';
import { parseMoney } from '#kernel/money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageLinks } from '#ui/page-links.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { WantFilters } from '../components/want-filters.tsx';
import { WantTile } from '../components/want-tile.tsx';
import { listWantsSchema } from '../contract.ts';
import { findWants } from '../wants.queries.server.ts';

const filterNames = ['q', 'game', 'condition', 'language', 'finish', 'minPrice', 'maxPrice', 'owner', 'cursor'];

/** Prices are typed as money is; what is none is refused by its field. */
function centsOf(given: Record<string, string>, name: 'minPrice' | 'maxPrice') {
  return given[name] === undefined ? {} : { [name]: parseMoney(given[name]) ?? Number.NaN };
}

/** Why an advanced search shows nothing; null where something else is wrong. */
function noteOf(q: string, error: unknown): { q: string; problem?: SearchProblem; premium?: string } | null {
  if (!isRefusal(error)) return null;
  if (error.code === catalogueRefusals.tierLimit) return { q, premium: error.message };
  const problem = error.errors?.q && isAdvanced(straighten(q)) ? parseSearch(straighten(q), 'wants').problem : null;
  return problem ? { q, problem } : null;
}

/** What members look for, newest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { platform, actor, address } = pageScope(context);
  const asked = new URL(request.url).searchParams;
  const given: Record<string, string> = Object.fromEntries([...asked].filter(([name, value]) => filterNames.includes(name) && value !== ''));
  const read = async () => {
    const query = parseInput(listWantsSchema, { ...given, ...centsOf(given, 'minPrice'), ...centsOf(given, 'maxPrice') });
    return {
      ...(await findWants(platform, { actor, address }, query)),
      given,
      owner: query.owner ?? null,
      isFirst: query.cursor === undefined,
    };
  };
  const found = await read().catch((error: unknown) => {
    const note = noteOf(given.q ?? '', error);
    return note ? { items: [], nextCursor: null, given, owner: null, isFirst: true, note } : pageRefusal(error);
  });
  return { note: null, ...found, viewerId: actor?.id ?? null };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Wanted', description: 'Cards that members look for. Have one? Answer and sell it.', path: '/wanted' });

export default function WantsPage() {
  const { items, nextCursor, given, owner, isFirst, note, viewerId } = useLoaderData<typeof loader>();
  const { cursor: _cursor, ...kept } = given;
  const at = (cursor: string | null) => `/wanted?${new URLSearchParams({ ...kept, ...(cursor && { cursor }) })}`;
  return (
    <div className="wrap pb-16">
      <div className="page-h">
        <div>
          <h1>Wanted</h1>
          <p>Cards that members look for. Have one? Answer and sell it.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {viewerId && owner !== viewerId && <ButtonLink to={`/wanted?owner=${viewerId}`}>Your wanted posts</ButtonLink>}
          {owner && <ButtonLink to="/wanted">All wanted posts</ButtonLink>}
          <ButtonLink kind="primary" to="/wanted/create">
            Post what you want
          </ButtonLink>
        </div>
      </div>
      <Form method="get" className="want-search my-4" role="search" aria-label="Wanted posts">
        {owner && <input type="hidden" name="owner" value={owner} />}
        <WantFilters given={given} />
        <Button type="submit">Search</Button>
      </Form>
      {note ? (
        <Suspense>
          <AdvancedNote {...note} free="Words and the fields above are free." />
        </Suspense>
      ) : items.length === 0 ? (
        <EmptyState title="No wanted posts found">Say what you look for, and whoever has it can write to you.</EmptyState>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {items.map((want) => (
            <WantTile key={want.id} want={want} />
          ))}
        </ul>
      )}
      <PageLinks className="mt-6" label="Pages" newest={!isFirst && ['Newest', at(null)]} older={nextCursor !== null && ['Older', at(nextCursor)]} />
    </div>
  );
}
