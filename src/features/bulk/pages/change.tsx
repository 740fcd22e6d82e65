import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { findListingsByIds } from '#features/listings/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { getChange, listRows } from '../change/bulk.queries.server.ts';
import { bulkPolicy } from '../model/bulk.policy.ts';
import { type RowState, rowStates } from '../model/bulk.process.ts';
import '../components/bulk.css';
import { commitChange, undoChange } from '../change/move-change.server.ts';
import { rowWords } from '../components/bulk-words.ts';
import { ChangePanel } from '../components/change-panel.tsx';
import { ChangedRows, type RowPhotos } from '../components/changed-rows.tsx';

const step = 50;
const isState = (text: string): text is RowState => (rowStates as readonly string[]).includes(text);

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, bulkPolicy, 'see');
  const { platform } = pageScope(args.context);
  const params = new URL(args.request.url).searchParams;
  const [show, cursor, id] = [params.get('show') ?? '', params.get('cursor'), args.params.id ?? ''];
  const { changes: _first, ...own } = await getChange(platform.db, actor.id, id).catch(pageRefusal);
  // After an undo no listing has the state of the filter: then all are shown.
  const state = isState(show) && own.counts[show] > 0 ? show : undefined;
  const page = await listRows(platform.db, actor.id, id, { state, limit: step, cursor: cursor ?? undefined }).catch(
    pageRefusal,
  );
  const mayUndo = own.undoUntil !== null && Date.parse(own.undoUntil) > platform.clock.now().getTime();
  const listings = await findListingsByIds(
    platform,
    page.items.map(({ listingId }) => listingId),
    actor.id,
  );
  const photos: RowPhotos = Object.fromEntries(listings.map((listing) => [listing.id, listing.photos[0]]));
  return { own, page, photos, mayUndo, state: state ?? '', isFirst: cursor === null };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, bulkPolicy, 'see');
  const id = args.params.id ?? '';
  return answerForm(form, [], async (): Promise<FormAnswer> => {
    switch (text(form, 'intent')) {
      case 'commit':
        await commitChange(platform, actor, id);
        return { saved: 'We’re changing your listings. You can leave this page.' };
      case 'undo':
        await undoChange(platform, actor, id);
        return { saved: 'We’re undoing the changes. Listings you edited since won’t change.' };
      default:
        throw notFound('This page is out of date. Reload it.');
    }
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Bulk edit',
    description: 'The result for each listing.',
    path: '/dashboard/listings/bulk',
    noIndex: true,
  });

export default function ChangePage() {
  const { own, page, photos, mayUndo, state, isFirst } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  useLive('me', {});
  const address = (show: string, cursor?: string) =>
    listAddress(`/dashboard/listings/bulk/${own.id}`, { show, cursor });
  const all = Object.values(own.counts).reduce((sum, n) => sum + n, 0);
  const tabs = [
    { name: '', label: 'All', n: all },
    ...rowStates.map((name) => ({ name, label: rowWords[name], n: own.counts[name] })),
  ];
  return (
    <>
      <div className="dh">
        <h1>{own.said}</h1>
        <Link className="link" to="/dashboard/listings">
          Listings
        </Link>
      </div>
      {answer?.problem && (
        <Note tone="warning" role="alert" className="mb-4">
          {Object.values(answer.problem.errors ?? {})[0] ?? answer.problem.message}
        </Note>
      )}
      <SavedNote said={answer?.saved} />
      <ChangePanel own={own} mayUndo={mayUndo} />
      <nav className="tabs mb-4" aria-label="Listings by result">
        {tabs
          .filter(({ name, n }) => n > 0 || name === '' || name === state)
          .map(({ name, label, n }) => (
            <Link key={name} to={address(name)} aria-current={name === state ? 'page' : undefined} preventScrollReset>
              {label} <em>{formatNumber(n)}</em>
            </Link>
          ))}
      </nav>
      <Panel flush className="mb-4">
        {page.items.length > 0 ? (
          <ChangedRows rows={page.items} photos={photos} />
        ) : (
          <p className="dim px-6 py-10 text-center">No listings with this status</p>
        )}
      </Panel>
      <PageLinks
        label="Pages of listings"
        className="mb-12 justify-center"
        newest={!isFirst && ['First listings', address(state)]}
        older={page.nextCursor !== null && ['More listings', address(state, page.nextCursor)]}
      />
    </>
  );
}
