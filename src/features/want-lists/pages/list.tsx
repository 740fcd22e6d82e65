import { Form, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { readCostly } from '#platform/http/costly-reads.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { BoughtLine, LineView } from '../components/line-view.tsx';
import { ListChoices } from '../components/list-choices.tsx';
import '../components/want-lists.css';
import { unknownList } from '../model/want-list.policy.ts';
import type { Choice } from '../read/for-sale.server.ts';
import { listAsData } from '../read/list-as-data.ts';
import { getListFor, listOwnLists } from '../read/want-lists.queries.server.ts';
import { availableInWords, visibilityName, waitingInWords } from '../words.ts';

/** A want list with what is for sale: a public one for all, a private one for its owner. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { platform, actor, address } = pageScope(context);
  const by = new URL(request.url).searchParams.get('by') === 'sellers' ? ('sellers' as const) : ('price' as const);
  const { choices, ...list } = await readCostly(platform, { actor, address }, () =>
    getListFor(platform, actor, params.id ?? ''),
  ).catch(pageRefusal);
  const own = list.isOwn && actor ? (await listOwnLists(platform.db, actor.id)).find(({ id }) => id === list.id) : null;
  return {
    list,
    choices,
    by,
    waiting: own?.waiting ?? 0,
    origin: platform.config.appUrl,
    mayReport: actor !== null && !list.isOwn,
    isOperator: actor?.role === 'admin',
  };
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) => {
  if (!loaderData)
    return pageMeta(matches, {
      title: 'Want list not found',
      description: unknownList,
      path: '/wanted',
      noIndex: true,
    });
  const { id, name, isPublic, hiddenReason, available, lineCount } = loaderData.list;
  return pageMeta(matches, {
    title: `Want list: ${name}`,
    description: `Cards that a member wants. ${availableInWords(available, lineCount)}.`,
    path: `/want-lists/${id}`,
    noIndex: !isPublic || hiddenReason !== null || lineCount === 0,
    ...(isPublic && { jsonLd: listAsData(loaderData.list, loaderData.origin) }),
  });
};

export default function ListPage() {
  const { list, choices, by, waiting, mayReport, isOperator: isAdmin } = useLoaderData<typeof loader>();
  const { id, name, isOwn, isPublic, hiddenReason, lines, available } = list;
  const chosen = new Map(
    (by === 'sellers' ? choices.fewSellers : choices.cheapest).copies.map((copy) => [copy.n, copy]),
  );
  const [open, done] = [
    lines.filter((line) => line.bought < line.quantity),
    lines.filter((line) => line.bought >= line.quantity),
  ];
  return (
    <div className="wrap pb-16">
      <Breadcrumbs
        trail={[
          isOwn ? { label: 'Want lists', to: '/want-lists' } : { label: 'Wanted', to: '/wanted' },
          { label: name },
        ]}
      />
      <h1 className="my-4" dir="auto">
        {name}
      </h1>
      <p className="mb-4" data-testid="list-available">
        {[availableInWords(available, open.length), isOwn && visibilityName(isPublic)].filter(Boolean).join(' · ')}
      </p>
      <ListChoices at={`/want-lists/${id}`} by={by} choices={choices} />
      {hiddenReason !== null && (
        <Note tone="warning" className="mb-4">
          We’ve hidden this list. Only you can see it. Reason: {hiddenReason}{' '}
          <Link className="link" to="/settings/decisions">
            View account status
          </Link>
        </Note>
      )}
      {waiting > 0 && (
        <Note className="mb-4">
          <Link className="link" to={`/want-lists/${id}/preview`}>
            {waitingInWords(waiting)}
          </Link>
        </Note>
      )}
      <div className="mb-4 flex flex-wrap gap-3">
        {chosen.size > 0 && <ToCart chosen={[...chosen.values()]} />}
        {isOwn && <ButtonLink to={`/want-lists/${id}/edit`}>Edit want list</ButtonLink>}
        <ButtonLink kind="ghost" reloadDocument to={`/api/want-lists/${id}/export?format=txt`}>
          Download as text
        </ButtonLink>
        <ButtonLink kind="ghost" reloadDocument to={`/api/want-lists/${id}/export?format=csv`}>
          Download as CSV
        </ButtonLink>
        {isAdmin && !isOwn && <ButtonLink to={`/admin/want-lists/${id}`}>Open in admin</ButtonLink>}
        {mayReport && (
          <ButtonLink kind="ghost" to={`/report/list/${id}`}>
            Report want list
          </ButtonLink>
        )}
      </div>
      <Panel>
        {open.length === 0 ? (
          <EmptyState title={done.length > 0 ? 'List complete' : 'No cards on this list'} level={2}>
            {isOwn
              ? done.length > 0
                ? 'You’ve bought every card on this list.'
                : 'Edit the list to add cards.'
              : 'The owner can add more cards later.'}
          </EmptyState>
        ) : (
          <ul className="want-lists" aria-label="Cards on this list">
            {open.map((line) => (
              <LineView key={line.n} line={line} chosen={chosen.get(line.n)} />
            ))}
          </ul>
        )}
      </Panel>
      {done.length > 0 && (
        <Panel
          title="Bought"
          note="Only you can see these. A refund moves a card back to the list. Edit the list to remove cards."
          className="mt-5"
        >
          <ul className="want-lists" aria-label="Bought">
            {done.map((line) => (
              <BoughtLine key={line.n} line={line} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

/** The form of the cart for many listings: the chosen copies. */
function ToCart({ chosen }: { chosen: Choice['copies'] }) {
  const byListing = Map.groupBy(chosen, ({ listingId }) => listingId);
  return (
    <Form method="post" action="/cart">
      <input type="hidden" name="intent" value="add-many" />
      {[...byListing].map(([listingId, copies]) => (
        <input
          key={listingId}
          type="hidden"
          name="line"
          value={`${listingId} ${copies.reduce((sum, { quantity }) => sum + quantity, 0)}`}
        />
      ))}
      <Button type="submit" kind="primary">
        Add these cards to cart
      </Button>
    </Form>
  );
}
