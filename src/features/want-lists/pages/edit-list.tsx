import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Field, TextInput } from '#ui/form/field.tsx';
import { FileInput } from '#ui/form/file-input.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { CardSearch } from '../components/card-search.tsx';
import { CardsField } from '../components/cards-field.tsx';
import { LineForm } from '../components/line-form.tsx';
import { changeLine, removeLine } from '../edit/change-lines.server.ts';
import { importWants } from '../import/import-wants.server.ts';
import '../components/want-lists.css';
import { refusalSentenceOf } from '../components/refusals.ts';
import { VisibilitySelect } from '../components/visibility-select.tsx';
import { changeLineSchema, changeListSchema, importTextSchema } from '../contract.ts';
import { changeList, removeList } from '../edit/make-list.server.ts';
import { listPolicy, unknownList } from '../model/want-list.policy.ts';
import { findListFor, linesOf, presentCard } from '../read/want-lists.queries.server.ts';
import { linesInWords, listLimits } from '../words.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, listPolicy, 'change');
  const { db } = pageScope(args.context).platform;
  const list = await findListFor(db, actor, args.params.id ?? '').catch(pageRefusal);
  if (list.ownerId !== actor.id) pageRefusal(notFound(unknownList));
  const lines = await linesOf(db, list.id);
  const cards = await findCardsByIds(
    db,
    lines.map(({ cardId }) => cardId),
  );
  return {
    list: { id: list.id, name: list.name, isPublic: list.isPublic },
    lines: lines.flatMap(({ n, cardId, anyPrinting, quantity }) => {
      const card = cards.get(cardId);
      return card ? [{ n, card: presentCard(card), anyPrinting, quantity }] : [];
    }),
    refused: refusalSentenceOf(new URL(args.request.url).searchParams.get('refused')),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, listPolicy, 'change');
  return answerForm(
    form,
    ['name', 'isPublic', 'text'],
    async (): Promise<FormAnswer> => ({ saved: await press(platform, actor, args.params.id ?? '', form) }),
  );
}

/** Runs the action of a button; answers the confirmation. */
async function press(platform: Platform, actor: Actor, id: string, form: FormData): Promise<string> {
  const n = Number(text(form, 'n'));
  switch (text(form, 'intent')) {
    case 'change':
      await changeList(
        platform,
        actor,
        id,
        parseInput(changeListSchema, { name: text(form, 'name'), isPublic: text(form, 'isPublic') === '1' }),
      );
      return 'Saved';
    case 'remove':
      await removeList(platform, actor, id);
      throw redirect('/want-lists');
    case 'bring':
      await importWants(platform, actor, id, parseInput(importTextSchema, { text: text(form, 'text') }).text);
      throw redirect(`/want-lists/${id}/preview`);
    case 'line':
      await changeLine(
        platform,
        actor,
        id,
        n,
        parseInput(changeLineSchema, { quantity: Number(text(form, 'quantity')) }),
      );
      return 'Saved';
    case 'remove-line':
      await removeLine(platform, actor, id, n);
      return 'Removed from list';
    default:
      throw notFound('This page is out of date. Reload it.');
  }
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Edit want list',
    description: 'Change the name, visibility and cards.',
    path: '/want-lists',
    noIndex: true,
  });

export default function EditListPage() {
  const { list, lines, refused } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const errors = answer?.problem?.errors ?? {};
  const values = answer?.values ?? {};
  return (
    <>
      <div className="dh">
        <h1 dir="auto">Edit “{list.name}”</h1>
        <Link className="link" to={`/want-lists/${list.id}`}>
          View want list
        </Link>
      </div>
      <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
      <p className="sr" role="status">
        {answer?.saved}
      </p>
      <div className="grid gap-5">
        <Panel title="Add a card">
          <CardSearch list={list.id} />
        </Panel>
        <Panel title="Add several cards" note="You can check each card before it’s added to the list.">
          <Form method="post" noValidate>
            <CardsField text={values.text} error={errors.file ?? errors.text} />
            <Button type="submit" kind="primary" className="mt-3" name="intent" value="bring">
              Preview cards
            </Button>
          </Form>
          <form method="post" action={`/want-lists/${list.id}/file`} encType="multipart/form-data" className="mt-6">
            <Field label="File" name="file" mark={false} help="Text, CSV or TSV, at most 1 MB." error={refused}>
              {(control) => (
                <FileInput {...control} label="Choose a file" name="file" accept=".csv,.tsv,.txt,text/csv,text/plain" />
              )}
            </Field>
            <Button type="submit" className="mt-3">
              Preview file
            </Button>
          </form>
        </Panel>
        <Panel title="Name and visibility">
          <Form method="post" noValidate className="max-w-[480px]">
            <TextInput
              label="Name"
              name="name"
              required
              mark={false}
              maxLength={listLimits.name}
              defaultValue={values.name || list.name}
              error={errors.name}
            />
            <VisibilitySelect value={list.isPublic} />
            <Button type="submit" className="mt-3" name="intent" value="change">
              Save
            </Button>
          </Form>
        </Panel>
        <Panel title={linesInWords(lines.length)}>
          <ul className="want-lists" aria-label="Cards on this list">
            {lines.map((line) => (
              <LineForm key={line.n} line={line} />
            ))}
          </ul>
        </Panel>
        <Panel title="Delete want list" note="This deletes the list and its cards. It can’t be undone.">
          <Form method="post">
            <Button type="submit" kind="danger-quiet" name="intent" value="remove">
              Delete want list
            </Button>
          </Form>
        </Panel>
      </div>
    </>
  );
}
