import { Suspense } from 'react';
import { data, Form, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { catalogueRefusals } from '#features/catalogue/contract.ts';
import { isAdvanced, parseSearch, type SearchProblem, straighten } from '#features/catalogue/language.ts';
import { AdvancedNote } from '#features/listings/widgets.tsx';
import { typedMoney } from '#kernel/numbers/typed-money.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { WantFilters } from '../components/want-filters.tsx';
import { WantTile } from '../components/want-tile.tsx';
import { listWantsSchema } from '../contract.ts';
import { wantFacts } from '../model/want-words.ts';
import { findWants } from '../wants.queries.server.ts';

const fieldNames = ['q', 'game', 'set', 'condition', 'language', 'finish', 'minPrice', 'maxPrice'];
const filterNames = [...fieldNames, 'owner', 'cursor'];

/** Parses a typed price; the field of an invalid one shows the error. */
function centsOf(given: Record<string, string>, name: 'minPrice' | 'maxPrice') {
  if (given[name] === undefined) return {};
  return { [name]: typedMoney(name, given[name], 'USD') };
}

/** The errors of the fields on the page; null for another error. */
function mistakesOf(error: unknown): Record<string, string> | null {
  const errors = isRefusal(error) && error.status === 422 ? error.errors : undefined;
  return errors && Object.keys(errors).every((name) => fieldNames.includes(name)) ? errors : null;
}

/** Why an advanced search has no results; null for another error. */
function noteOf(q: string, error: unknown): { q: string; problem?: SearchProblem; premium?: string } | null {
  if (!isRefusal(error)) return null;
  if (error.code === catalogueRefusals.tierLimit) return { q, premium: error.message };
  const problem = error.errors?.q && isAdvanced(straighten(q)) ? parseSearch(straighten(q), 'wants').problem : null;
  return problem ? { q, problem } : null;
}

/** The list of wants, newest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { platform, actor, address } = pageScope(context);
  const params = new URL(request.url).searchParams;
  const given: Record<string, string> = Object.fromEntries(
    [...params].filter(([name, value]) => filterNames.includes(name) && value !== ''),
  );
  const read = async () => {
    const query = parseInput(listWantsSchema, {
      ...given,
      ...centsOf(given, 'minPrice'),
      ...centsOf(given, 'maxPrice'),
    });
    const page = await findWants(platform, { actor, address }, query);
    return {
      ...page,
      items: page.items.map(wantFacts),
      given,
      owner: query.owner ?? null,
      isFirst: query.cursor === undefined,
    };
  };
  const found = await read().catch((error: unknown) => {
    const note = noteOf(given.q ?? '', error);
    const errors = note ? null : mistakesOf(error);
    return note || errors
      ? { items: [], nextCursor: null, given, owner: null, isFirst: true, note, errors }
      : pageRefusal(error);
  });
  const shown = { note: null, errors: null, ...found, viewerId: actor?.id ?? null };
  return shown.errors ? data(shown, { status: 422 }) : shown;
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Wanted',
    description: 'Cards that buyers want. If you have one, offer it to the buyer.',
    path: '/wanted',
  });

export default function WantsPage() {
  const { items, nextCursor, given, owner, isFirst, note, errors, viewerId } = useLoaderData<typeof loader>();
  const isNarrowed = fieldNames.some((name) => name in given);
  const { cursor: _cursor, ...rest } = given;
  const at = (cursor: string | null) => `/wanted?${new URLSearchParams({ ...rest, ...(cursor && { cursor }) })}`;
  return (
    <div className="wrap pb-16">
      <div className="page-h">
        <div>
          <h1>Wanted</h1>
          <p>Cards that buyers want. If you have one, offer it to the buyer.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {viewerId && owner !== viewerId && <ButtonLink to="/dashboard/wanted">Your wanted posts</ButtonLink>}
          {owner && <ButtonLink to="/wanted">All wanted posts</ButtonLink>}
          <ButtonLink kind="primary" to="/wanted/create">
            Create wanted post
          </ButtonLink>
        </div>
      </div>
      <Form method="get" className="want-search my-4" role="search" aria-label="Wanted posts">
        {owner && <input type="hidden" name="owner" value={owner} />}
        <WantFilters given={given} errors={errors ?? {}} />
        <Button type="submit">Search</Button>
      </Form>
      {note ? (
        <Suspense>
          <AdvancedNote {...note} free="Keywords and the filters above are available on the Free plan." />
        </Suspense>
      ) : errors ? null : items.length === 0 ? (
        <NoWants isNarrowed={isNarrowed} />
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {items.map((want) => (
            <WantTile key={want.id} want={want} />
          ))}
        </ul>
      )}
      <PageLinks
        className="mt-6"
        label="Pages"
        newest={!isFirst && ['Newest', at(null)]}
        older={nextCursor !== null && ['Older', at(nextCursor)]}
      />
    </div>
  );
}

function NoWants({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed)
    return (
      <EmptyState title="No matching wanted posts" action={<ButtonLink to="/wanted">Clear filters</ButtonLink>}>
        Try fewer filters.
      </EmptyState>
    );
  return <EmptyState title="No wanted posts yet">Create one to tell sellers what you’re looking for.</EmptyState>;
}
