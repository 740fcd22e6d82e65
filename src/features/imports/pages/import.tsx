import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { findCardPage } from '#features/catalogue/index.server.ts';
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
import { commitFields, rowFields } from '../components/import-words.ts';
import { ImportedRowView } from '../components/imported-row.tsx';
import { ManyRows } from '../components/many-rows.tsx';
import { ResultTabs, RowPages, RowTabs } from '../components/row-tabs.tsx';
import { changeRowSchema, commitSchema } from '../contract.ts';
import { getImport, listDraftsWithoutPhoto, rowCounts, totalValue, usualCurrency } from '../imports.queries.server.ts';
import { importPolicy } from '../model/import.policy.ts';
import { requestedRows, rowsAtOnce } from '../rows-shown.ts';
import { changeRow, commitImport, undoImport } from '../run/change-import.server.ts';
import { changeRows } from '../run/change-rows.server.ts';
import { changedInWords, readManyRows, retained, typedShipping } from './import-forms.server.ts';

/** Drafts that take photos at once. */
const photosAtOnce = 200;

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, importPolicy, 'see');
  const { platform } = pageScope(args.context);
  const { tab, from } = requestedRows(args.request);
  const choice = {
    ...(tab === 'photo'
      ? { needsPhoto: true }
      : tab === 'listed'
        ? { isListed: true }
        : tab === 'skipped'
          ? { isUnlisted: true }
          : tab !== '' && { status: tab }),
    from,
    rows: rowsAtOnce + 1,
  };
  const { rows, ...own } = await getImport(platform.db, actor.id, args.params.id ?? '', choice).catch(pageRefusal);
  const mayUndo = own.undoUntil !== null && Date.parse(own.undoUntil) > platform.clock.now().getTime();
  const drafts =
    own.status === 'committed' && own.progress.needPhoto > 0
      ? await listDraftsWithoutPhoto(platform.db, own.id, photosAtOnce)
      : [];
  const query = new URL(args.request.url).searchParams;
  const q = (query.get('q') ?? '').slice(0, 200);
  const search = q.trim() === '' ? null : { row: Number(query.get('row')), q, cards: await searchedCards(args, q) };
  const value = await totalValue(platform.db, own.id);
  const currency = await usualCurrency(platform.db, own.id);
  const listed = (await rowCounts(platform.db, [own.id])).get(own.id)?.listed ?? 0;
  return {
    own,
    value,
    listed,
    currency,
    search,
    drafts,
    mayUndo,
    tab,
    from,
    rows: rows.slice(0, rowsAtOnce),
    hasMore: rows.length > rowsAtOnce,
  };
}

/** Cards for a row whose words were sent without script. */
async function searchedCards({ context }: LoaderFunctionArgs, q: string) {
  const { platform, actor, address } = pageScope(context);
  return (await findCardPage(platform, { actor, address }, { q, limit: 8 }).catch(pageRefusal)).items;
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
  return answerForm(form, retained, async (): Promise<FormAnswer> => {
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
            ...typedShipping(form),
          }),
        );
        return {};
      case 'undo':
        await undoImport(platform, actor, id);
        return {};
      case 'row': {
        const change = {
          ...chosen('catalogueCardId', 'finish', 'condition', 'language'),
          ...(text(form, 'quantity').trim() && { quantity: Number(text(form, 'quantity')) }),
          leaveOut: text(form, 'leaveOut') === '1',
          ...priceOf('price'),
        };
        await changeRow(platform, actor, id, Number(text(form, 'row')), parseInput(changeRowSchema, change));
        return { saved: `Row ${text(form, 'row')} saved` };
      }
      case 'many':
        return { saved: changedInWords(await changeRows(platform, actor, id, readManyRows(form))) };
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
  const { own, value, listed, currency, search, drafts, mayUndo, tab, from, rows, hasMore } =
    useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  useLive('me', {});
  const at = `/listings/import/${own.id}`;
  // A wrong field shows its error; the page shows the others at its top.
  const { intent, row: changed } = answer?.values ?? {};
  const errors = answer?.problem?.errors ?? {};
  const isOf = (form: string, fields: readonly string[]) =>
    intent === form && Object.keys(errors).some((name) => fields.includes(name));
  const [ofCommit, ofRow] = [isOf('commit', commitFields), isOf('row', rowFields)];
  const typed = { errors, values: answer?.values ?? {} };
  const isOpen = own.status === 'preview' || own.status === 'committed';
  return (
    <>
      <div className="dh">
        <h1>Import</h1>
        <Link className="link" to="/listings/import">
          Import and export
        </Link>
      </div>
      {answer?.problem && !ofCommit && !ofRow && (
        <Note tone="warning" role="alert" className="mb-4">
          {Object.values(errors)[0] ?? answer.problem.message}
        </Note>
      )}
      <SavedNote said={answer?.saved} />
      {own.notes.map((note) => (
        <Note key={note} className="mb-4">
          {note}
        </Note>
      ))}
      <CommitPanel
        own={own}
        value={value}
        mayUndo={mayUndo}
        currency={currency}
        answer={ofCommit ? typed : undefined}
      />
      {drafts.length > 0 && <DraftPhotos drafts={drafts} all={own.progress.needPhoto} />}
      {isOpen && own.progress.unlisted > 0 && (
        <ManyRows
          key={answer?.saved}
          rows={own.progress.unlisted}
          currency={currency}
          answer={intent === 'many' ? answer : undefined}
        />
      )}
      {own.status === 'preview' ? (
        <RowTabs
          at={at}
          tab={tab}
          counts={own.counts}
          needPhoto={own.progress.willNeedPhoto}
          rejected="Can’t be imported"
        />
      ) : (
        <ResultTabs
          at={at}
          tab={tab}
          counts={own.counts}
          listed={listed}
          needPhoto={own.progress.needPhoto}
          isUndone={own.status === 'undoing' || own.status === 'undone'}
        />
      )}
      <Panel flush>
        <ol className="imported">
          {rows.map((row) => (
            <ImportedRowView
              key={row.row}
              row={row}
              isOpen={isOpen && row.listingId === null}
              answer={ofRow && changed === String(row.row) ? typed : undefined}
              search={search?.row === row.row ? search : null}
              hidden={{ ...(tab && { show: tab }), ...(from > 0 && { from }) }}
            />
          ))}
        </ol>
        {rows.length === 0 && <p className="dim px-6 py-10 text-center">No rows with this status</p>}
      </Panel>
      <RowPages at={at} tab={tab} from={from} hasMore={hasMore} />
    </>
  );
}
