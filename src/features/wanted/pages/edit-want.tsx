import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text, typed } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { WantFields } from '../components/want-fields.tsx';
import { editWantSchema } from '../contract.ts';
import { editWant } from '../lifecycle/make-want.server.ts';
import { wantPolicy } from '../model/want.policy.ts';
import { termsTyped, valuesOf, wantFieldNames } from '../model/want-form.ts';
import { frequencyOf, getWant, getWantFor } from '../wants.queries.server.ts';
import { endSentences } from '../words.ts';

/** The owner edits the want. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, wantPolicy, 'edit');
  const { platform } = pageScope(args.context);
  const want = await getWantFor(platform.db, actor.id, args.params.id ?? '').catch(pageRefusal);
  const may = wantPolicy.may(actor, 'edit', { ownerId: want.owner.id });
  if (may !== true) pageRefusal(may);
  return {
    id: want.id,
    card: want.card,
    status: want.status,
    version: want.version,
    values: { ...valuesOf(want), frequency: await frequencyOf(platform.db, want.id) },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, wantPolicy, 'edit');
  const id = args.params.id ?? '';
  return answerForm(form, wantFieldNames, async () => {
    const { card } = await getWant(platform.db, id);
    const values = typed(form, wantFieldNames);
    const version = text(form, 'version');
    const input = parseInput(editWantSchema, {
      ...(!card && { title: values.title }),
      ...termsTyped(values),
      ...(version && { version: Number(version) }),
    });
    await editWant(platform, actor, id, input);
    throw redirect(`/wanted/${id}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Edit wanted post',
    description: 'Change the price, condition or other terms.',
    path: '/wanted',
    noIndex: true,
  });

export default function EditWantPage() {
  const { id, card, status, version, values } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const problem = answer?.problem;
  return (
    <div className="wrap form pb-16">
      <h1 className="my-4">Edit wanted post</h1>
      {status !== 'open' && <Note tone="info">{endSentences[status]}</Note>}
      <Panel>
        {problem && <ErrorSummary errors={problem.errors} message={problem.message} attempt={problem} />}
        <Form method="post" noValidate>
          <input type="hidden" name="version" value={version} />
          <WantFields card={card} values={answer?.values ?? values} errors={problem?.errors ?? {}} asksGame={false} />
          <div className="mt-4 flex flex-wrap gap-3">
            {status === 'open' && (
              <Button type="submit" kind="primary">
                Save
              </Button>
            )}
            <ButtonLink kind="ghost" to={`/wanted/${id}`}>
              Back to wanted post
            </ButtonLink>
          </div>
        </Form>
      </Panel>
    </div>
  );
}
