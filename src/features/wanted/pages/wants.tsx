import { Form, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextInput } from '#ui/field.tsx';
import { PageLinks } from '#ui/page-links.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { listWantsSchema } from '../contract.ts';
import { statusWords, termsOf } from '../want-words.ts';
import { findWants } from '../wants.queries.server.ts';

/** What members look for, newest first. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { platform, actor, address } = pageScope(context);
  const asked = new URL(request.url).searchParams;
  const given = Object.fromEntries(['q', 'owner', 'cursor'].flatMap((name) => (asked.get(name) ? [[name, asked.get(name)]] : [])));
  const read = async () => {
    const query = parseInput(listWantsSchema, given);
    return {
      ...(await findWants(platform, { actor, address }, query)),
      q: query.q ?? '',
      owner: query.owner ?? null,
      isFirst: query.cursor === undefined,
    };
  };
  return { ...(await read().catch(pageRefusal)), viewerId: actor?.id ?? null };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Wanted', description: 'Cards that members look for. Have one? Answer and sell it.', path: '/wanted' });

export default function WantsPage() {
  const { items, nextCursor, q, owner, isFirst, viewerId } = useLoaderData<typeof loader>();
  const kept = new URLSearchParams({ ...(q && { q }), ...(owner && { owner }) });
  const at = (cursor: string | null) => `/wanted?${new URLSearchParams([...kept, ...(cursor ? [['cursor', cursor]] : [])])}`;
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
      <Form method="get" className="my-4 flex flex-wrap items-end gap-3" role="search" aria-label="Wanted posts">
        {owner && <input type="hidden" name="owner" value={owner} />}
        <TextInput label="Card or words" name="q" defaultValue={q} mark={false} maxLength={100} />
        <Button type="submit">Search</Button>
      </Form>
      {items.length === 0 ? (
        <EmptyState title="No wanted posts found">Say what you look for, and whoever has it can write to you.</EmptyState>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {items.map((want) => (
            <li key={want.id} className="panel" data-testid="wanted-tile">
              <h2 className="text-base">
                <Link className="link" to={`/wanted/${want.id}`}>
                  {want.title}
                </Link>
              </h2>
              <p className="dim">{termsOf(want).join(' · ')}</p>
              <p className="dim">
                {want.owner.username}
                {want.status !== 'open' && ` · ${statusWords[want.status]}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <PageLinks className="mt-6" label="Pages" newest={!isFirst && ['Newest', at(null)]} older={nextCursor !== null && ['Older', at(nextCursor)]} />
    </div>
  );
}
