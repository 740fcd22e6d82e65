import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { readCostly } from '#platform/http/costly-reads.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Panel } from '#ui/panel.tsx';
import { LineView } from '../components/line-view.tsx';
import '../components/lists.css';
import { getListFor } from '../lists.queries.server.ts';
import { availableInWords } from '../words.ts';

/** A want list with what is for sale: a public one as anybody sees it, a private one for whose it is. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { platform, actor, address } = pageScope(context);
  const list = await readCostly(platform, { actor, address }, () => getListFor(platform, actor, params.id ?? '')).catch(pageRefusal);
  return { list };
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) => {
  if (!loaderData)
    return pageMeta(matches, { title: 'Want list not found', description: 'There is no such want list.', path: '/wanted', noIndex: true });
  const { id, name, isPublic, available, lineCount } = loaderData.list;
  return pageMeta(matches, {
    title: `Want list: ${name}`,
    description: `Cards that somebody looks for: ${availableInWords(available, lineCount)}.`,
    path: `/want-lists/${id}`,
    noIndex: !isPublic || lineCount === 0,
  });
};

export default function ListPage() {
  const { list } = useLoaderData<typeof loader>();
  const { id, name, isOwn, isPublic, lines, available } = list;
  return (
    <div className="wrap pb-16">
      <Breadcrumbs trail={[isOwn ? { label: 'Want lists', to: '/want-lists' } : { label: 'Wanted', to: '/wanted' }, { label: name }]} />
      <h1 className="my-4" dir="auto">
        {name}
      </h1>
      <p className="mb-4" data-testid="list-available">
        {availableInWords(available, lines.length)}.
        {isOwn && (isPublic ? ' Everybody may see this list, without your name.' : ' Only you see this list.')}
      </p>
      <div className="mb-4 flex flex-wrap gap-3">
        {isOwn && <ButtonLink to={`/want-lists/${id}/edit`}>Edit this list</ButtonLink>}
        <ButtonLink kind="ghost" reloadDocument to={`/api/want-lists/${id}/export?format=txt`}>
          Download as text
        </ButtonLink>
        <ButtonLink kind="ghost" reloadDocument to={`/api/want-lists/${id}/export?format=csv`}>
          Download as CSV
        </ButtonLink>
      </div>
      <Panel>
        {lines.length === 0 ? (
          <EmptyState title="Nothing is on this list yet" level={2}>
            {isOwn ? 'Paste cards on its page of changes.' : 'Look again later.'}
          </EmptyState>
        ) : (
          <ul className="want-lists" aria-label="Cards of this list">
            {lines.map((line) => (
              <LineView key={line.n} line={line} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
