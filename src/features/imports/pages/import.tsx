import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { typedCurrency, typedMoney } from '#kernel/numbers/typed-money.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import '../components/imports.css';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { CommitPanel } from '../components/commit-panel.tsx';
import { DraftPhotos } from '../components/draft-photos.tsx';
import { ImportedRowView } from '../components/imported-row.tsx';
import { RowPages, RowTabs } from '../components/row-tabs.tsx';
import { changeRowSchema, commitSchema } from '../contract.ts';
import { getImport, listDraftsWithoutPhoto } from '../imports.queries.server.ts';
import { importPolicy } from '../model/import.policy.ts';
import { requestedRows, rowsAtOnce } from '../rows-shown.ts';
import { changeRow, commitImport, undoImport } from '../run/change-import.server.ts';

/** Drafts that take photos at once. */
const photosAtOnce = 200;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, importPolicy, 'see');
  const { platform } = pageScope(args.context);
  const { tab, from } = requestedRows(args.request);
  const choice = {
    ...(tab === 'photo' ? { needsPhoto: true } : tab !== '' && { status: tab }),
    from,
    rows: rowsAtOnce + 1,
  };
  const { rows, ...own } = await getImport(platform.db, actor.id, args.params.id ?? '', choice).catch(pageRefusal);
  const mayUndo = own.undoUntil !== null && Date.parse(own.undoUntil) > platform.clock.now().getTime();
  const drafts =
    own.status === 'committed' && own.progress.needPhoto > 0
      ? await listDraftsWithoutPhoto(platform.db, own.id, photosAtOnce)
      : [];
  return { own, drafts, mayUndo, tab, from, rows: rows.slice(0, rowsAtOnce), hasMore: rows.length > rowsAtOnce };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, importPolicy, 'see');
  const id = args.params.id ?? '';
  const priceOf = (name: string) => {
    const said = text(form, name).trim();
    if (said === '') return {};
    const currency = typedCurrency(text(form, 'currency'));
    return { price: { amount: typedMoney('price', said, currency), currency } };
  };
  const chosen = (...names: string[]) =>
    Object.fromEntries(names.flatMap((name) => (text(form, name) ? [[name, text(form, name)]] : [])));
  return answerForm(form, ['intent', 'row', 'price'], async (): Promise<FormAnswer> => {
    switch (text(form, 'intent')) {
      case 'commit':
        await commitImport(
          platform,
          actor,
          id,
          parseInput(commitSchema, {
            status: text(form, 'status') || 'active',
            ...priceOf('price'),
            ...chosen('finish', 'condition'),
          }),
        );
        return { saved: 'We’re importing your cards. You can leave this page.' };
      case 'undo':
        await undoImport(platform, actor, id);
        return { saved: 'We’re deleting the unsold listings of this import.' };
      case 'row': {
        const change = {
          ...chosen('catalogueCardId', 'finish', 'condition', 'language'),
          leaveOut: text(form, 'leaveOut') === '1',
          ...priceOf('price'),
        };
        await changeRow(platform, actor, id, Number(text(form, 'row')), parseInput(changeRowSchema, change));
        return { saved: `Row ${text(form, 'row')} saved` };
      }
      default:
        throw notFound('This page is out of date. Reload it.');
    }
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Import',
    description: 'Preview your file row by row, and import it.',
    path: '/listings/import',
    noIndex: true,
  });

export default function ImportPage() {
  const { own, drafts, mayUndo, tab, from, rows, hasMore } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  useLive('me', {});
  const at = `/listings/import/${own.id}`;
  // The field of a wrong price shows its error; the page shows the others at its top.
  const said = answer?.problem?.errors?.price;
  const { intent, row: changed, price = '' } = answer?.values ?? {};
  const mistyped = said === undefined ? undefined : { said, price };
  return (
    <>
      <div className="dh">
        <h1>Import</h1>
        <Link className="link" to="/listings/import">
          Import and export
        </Link>
      </div>
      {answer?.problem && !mistyped && (
        <Note tone="warning" role="alert" className="mb-4">
          {answer.problem.message}
        </Note>
      )}
      <SavedNote said={answer?.saved} />
      {own.notes.map((note) => (
        <Note key={note} className="mb-4">
          {note}
        </Note>
      ))}
      <CommitPanel own={own} mayUndo={mayUndo} mistyped={intent === 'commit' ? mistyped : undefined} />
      {drafts.length > 0 && <DraftPhotos drafts={drafts} all={own.progress.needPhoto} />}
      <RowTabs
        at={at}
        tab={tab}
        counts={own.counts}
        needPhoto={own.progress.willNeedPhoto + own.progress.needPhoto}
        rejected="Can’t be imported"
      />
      <Panel flush>
        <ol className="imported">
          {rows.map((row) => (
            <ImportedRowView
              key={row.row}
              row={row}
              isOpen={(own.status === 'preview' || own.status === 'committed') && row.listingId === null}
              mistyped={intent === 'row' && changed === String(row.row) ? mistyped : undefined}
            />
          ))}
        </ol>
        {rows.length === 0 && <p className="dim px-6 py-10 text-center">No rows with this status</p>}
      </Panel>
      <RowPages at={at} tab={tab} from={from} hasMore={hasMore} />
    </>
  );
}
