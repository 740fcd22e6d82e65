import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { definitionOf } from '#features/tiers/index.server.ts';
import { formatNumber, plural } from '#kernel/format.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { CardsField } from '../components/cards-field.tsx';
import '../components/want-lists.css';
import { VisibilitySelect } from '../components/visibility-select.tsx';
import { makeListSchema } from '../contract.ts';
import { makeList } from '../edit/make-list.server.ts';
import { readPreview } from '../import/store-preview.server.ts';
import { listPolicy } from '../model/want-list.policy.ts';
import { listOwnLists } from '../read/want-lists.queries.server.ts';
import { linesInWords, listLimits, waitingInWords } from '../words.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, listPolicy, 'list own');
  const { db } = pageScope(args.context).platform;
  const [lists, { maxWantLists, maxWantListLines }] = await Promise.all([
    listOwnLists(db, actor.id),
    definitionOf(db, actor.id),
  ]);
  return { lists, most: maxWantLists, mostLines: maxWantListLines };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, listPolicy, 'list own');
  return answerForm(form, ['name', 'isPublic', 'text'], async () => {
    const input = parseInput(makeListSchema, { name: text(form, 'name'), isPublic: text(form, 'isPublic') === '1' });
    const pasted = text(form, 'text');
    const preview = pasted.trim() === '' ? undefined : await readPreview(platform, actor, pasted);
    const id = await makeList(platform, actor, input, preview);
    throw redirect(`/want-lists/${id}/${preview ? 'preview' : 'edit'}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Want lists',
    description: 'Lists of cards you’re looking for.',
    path: '/want-lists',
    noIndex: true,
  });

export default function ListsPage() {
  const { lists, most, mostLines } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const errors = answer?.problem?.errors ?? {};
  const values = answer?.values ?? {};
  return (
    <>
      <div className="dh">
        <h1>Want lists</h1>
      </div>
      <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
      <div className="grid gap-5">
        {lists.length > 0 && (
          <Panel title="Your want lists" note={`${formatNumber(lists.length)} of ${formatNumber(most)} want lists`}>
            <ul className="want-lists" aria-label="Your want lists">
              {lists.map(({ id, name, isPublic, lineCount, waiting }) => (
                <li key={id}>
                  <div>
                    <Link to={`/want-lists/${id}`} dir="auto">
                      {name}
                    </Link>
                    <p className="dim">
                      {linesInWords(lineCount)} · {isPublic ? 'Public' : 'Private'}
                    </p>
                  </div>
                  {waiting > 0 && (
                    <Link
                      className="link"
                      to={`/want-lists/${id}/preview`}
                      aria-label={`${waitingInWords(waiting)} for ${name}`}
                    >
                      {waitingInWords(waiting)}
                    </Link>
                  )}
                  <Link className="link" to={`/want-lists/${id}/edit`} aria-label={`Edit ${name}`}>
                    Edit
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <Panel title="Create want list" note={planWords(most, mostLines)}>
          <Form method="post" noValidate className="max-w-[640px]">
            <TextInput
              label="Name"
              name="name"
              required
              mark={false}
              maxLength={listLimits.name}
              defaultValue={values.name}
              error={errors.name}
            />
            <VisibilitySelect value={values.isPublic === '1'} />
            <CardsField text={values.text} error={errors.file} />
            <Button type="submit" kind="primary" className="mt-4">
              Create want list
            </Button>
          </Form>
        </Panel>
      </div>
    </>
  );
}

const planWords = (lists: number, lines: number) =>
  plural(lists, {
    one: `Your plan includes # want list with up to ${formatNumber(lines)} cards.`,
    other: `Your plan includes # want lists with up to ${formatNumber(lines)} cards each.`,
  });
