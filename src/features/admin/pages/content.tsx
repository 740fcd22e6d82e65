import { Link, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { FindForm } from '../components/overview/find-form.tsx';
import { type FoundContent, findContent } from '../overview/find-content.server.ts';
import { queryFields } from '../shell/form-fields.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'look at a listing');
  const words = queryFields(args.request, ['q']).q?.trim().slice(0, 200) ?? '';
  if (words === '') return { words, found: null };
  const { platform, actor, address } = pageScope(args.context);
  const found = await findContent(platform, { actor, address }, words).catch(pageRefusal);
  if ('to' in found) throw redirect(found.to);
  return { words, found };
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Content',
    description: 'Find a listing or a wanted post.',
    path: '/admin/content',
    noIndex: true,
  });

export default function ContentPage() {
  const { words, found } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page-h">
        <h1>Content</h1>
        <FindForm words={words} />
      </div>
      {found === null || found.listings.length + found.wants.length === 0 ? (
        <Panel>
          <EmptyState title={found === null ? 'Search listings and wanted posts' : 'Nothing found'}>
            An ID or URL finds listings and wanted posts in any status, and cards. Keywords find active listings and
            open wanted posts.
          </EmptyState>
        </Panel>
      ) : (
        <div className="adm-col">
          <Found title="Listings" at="/admin/listings" none="No matching listings." found={found.listings} />
          <Found title="Wanted posts" at="/admin/wanted" none="No matching wanted posts." found={found.wants} />
        </div>
      )}
    </>
  );
}

interface FoundProps {
  title: string;
  at: string;
  none: string;
  found: readonly FoundContent[];
}

function Found({ title, at, none, found }: FoundProps) {
  return (
    <Panel title={title} id={at.replaceAll('/', '-').slice(1)}>
      {found.length === 0 ? (
        <p className="dim">{none}</p>
      ) : (
        <ul className="adm-log">
          {found.map(({ id, title: name, owner }) => (
            <li key={id}>
              <Link to={`${at}/${id}`}>{name}</Link>
              <p className="dim">{owner}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
