import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { WantTile } from '../components/want-tile.tsx';
import { listWantsSchema } from '../contract.ts';
import { wantPolicy } from '../model/want.policy.ts';
import { findWants } from '../wants.queries.server.ts';

/** A member's own wanted posts in any state, newest first. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, wantPolicy, 'follow one’s own');
  const { platform, address } = pageScope(args.context);
  const cursor = new URL(args.request.url).searchParams.get('cursor') ?? undefined;
  const read = async () =>
    findWants(platform, { actor, address }, parseInput(listWantsSchema, { owner: actor.id, cursor }));
  return { ...(await read().catch(pageRefusal)), isFirst: cursor === undefined };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Wanted posts',
    description: 'Your wanted posts.',
    path: '/dashboard/wanted',
    noIndex: true,
  });

export default function OwnWantsPage() {
  const { items, nextCursor, isFirst } = useLoaderData<typeof loader>();
  const at = '/dashboard/wanted';
  return (
    <>
      <div className="dh">
        <div>
          <h1>Wanted posts</h1>
          <p className="dim">Tell sellers what you’re looking for. We’ll notify you when a matching card is listed.</p>
        </div>
        <ButtonLink kind="primary" to="/wanted/create">
          Create wanted post
        </ButtonLink>
      </div>
      {items.length === 0 ? (
        <EmptyState title="No wanted posts yet">Create one to tell sellers what you’re looking for.</EmptyState>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2">
          {items.map((want) => (
            <WantTile key={want.id} want={want} />
          ))}
        </ul>
      )}
      <PageLinks
        className="mt-6"
        label="Pages"
        newest={!isFirst && ['Newest', at]}
        older={nextCursor !== null && ['Older', `${at}?${new URLSearchParams({ cursor: nextCursor })}`]}
      />
    </>
  );
}
