import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { findCardPage } from '#features/catalogue/index.server.ts';
import { RowPages, RowTabs } from '#features/imports/widgets.tsx';
import { requestedRows, rowsAtOnce } from '#features/imports/words.ts';
import { plural } from '#kernel/format.ts';
import { isRefusal, notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { changeRow, commitPreview, dropPreview } from '../import/change-preview.server.ts';
import '../components/want-lists.css';
import { PreviewRow } from '../components/preview-row.tsx';
import { changeRowSchema, listRefusals } from '../contract.ts';
import { getPreview } from '../import/preview.queries.server.ts';
import { listPolicy } from '../model/want-list.policy.ts';
import { findListFor, presentCard } from '../read/want-lists.queries.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, listPolicy, 'bring');
  const { db } = pageScope(args.context).platform;
  const id = args.params.id ?? '';
  const { tab, from } = requestedRows(args.request);
  const { rows, ...preview } = await getPreview(db, actor, id).catch((error: unknown) => {
    if (isRefusal(error) && error.code === listRefusals.nothingImported) throw redirect(`/want-lists/${id}/edit`);
    return pageRefusal(error);
  });
  const { name } = await findListFor(db, actor, id);
  const shown = rows.filter(({ status }) => tab === '' || status === tab);
  const query = new URL(args.request.url).searchParams;
  const q = (query.get('q') ?? '').slice(0, 200);
  return {
    search: q.trim() === '' ? null : { row: Number(query.get('row')), q, cards: await searchedCards(args, q) },
    preview,
    name,
    tab,
    from,
    rows: shown.slice(from, from + rowsAtOnce),
    hasMore: shown.length > from + rowsAtOnce,
  };
}

/** Cards for a row whose words were sent without script. */
async function searchedCards({ context }: LoaderFunctionArgs, q: string) {
  const { platform, actor, address } = pageScope(context);
  return (await findCardPage(platform, { actor, address }, { q, limit: 8 }).catch(pageRefusal)).items.map(presentCard);
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, listPolicy, 'bring');
  const id = args.params.id ?? '';
  return answerForm(form, ['row'], async (): Promise<FormAnswer> => {
    switch (text(form, 'intent')) {
      case 'commit':
        await commitPreview(platform, actor, id);
        throw redirect(`/want-lists/${id}`);
      case 'drop':
        await dropPreview(platform, actor, id);
        throw redirect(`/want-lists/${id}/edit`);
      case 'take':
      case 'leave': {
        const [how, cardId] = text(form, 'card').split(':');
        const choice = cardId ? { catalogueCardId: cardId, anyPrinting: how === 'any' } : {};
        const change = { ...choice, leaveOut: text(form, 'intent') === 'leave' };
        await changeRow(platform, actor, id, Number(text(form, 'row')), parseInput(changeRowSchema, change));
        return { saved: `Row ${text(form, 'row')} updated` };
      }
      default:
        throw notFound('This page is out of date. Reload it.');
    }
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Review cards',
    description: 'Check each row before you add it to your list.',
    path: '/want-lists',
    noIndex: true,
  });

export default function PreviewPage() {
  const { preview, name, tab, from, rows, hasMore, search } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const { listId, counts, notes } = preview;
  const at = `/want-lists/${listId}/preview`;
  return (
    <>
      <div className="dh">
        <h1 dir="auto">Review cards for “{name}”</h1>
      </div>
      <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
      <p className="sr" role="status">
        {answer?.saved}
      </p>
      {notes.map((note) => (
        <Note key={note} className="mb-4">
          {note}
        </Note>
      ))}
      <Panel
        className="mb-4"
        title={
          counts.taken === 0
            ? 'No rows ready to add'
            : plural(counts.taken, { one: '# row ready to add', other: '# rows ready to add' })
        }
        note="Rows without a card stay here until you choose one, discard them or import another list."
      >
        <Form method="post" className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary" name="intent" value="commit" disabled={counts.taken === 0}>
            Add to list
          </Button>
          <Button type="submit" kind="ghost" name="intent" value="drop">
            Discard import
          </Button>
        </Form>
      </Panel>
      <RowTabs at={at} tab={tab} counts={counts} rejected="No card found" />
      <Panel>
        <ol className="want-lists" aria-label="Imported rows">
          {rows.map((row) => (
            <PreviewRow
              key={row.row}
              row={row}
              hidden={{ ...(tab && { show: tab }), ...(from > 0 && { from }) }}
              search={search?.row === row.row ? search : null}
            />
          ))}
        </ol>
        {rows.length === 0 && <p className="dim">No matching rows.</p>}
      </Panel>
      <RowPages at={at} tab={tab} from={from} hasMore={hasMore} />
    </>
  );
}
