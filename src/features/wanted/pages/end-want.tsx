import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { invalid } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { editWant, removeWant } from '../lifecycle/make-want.server.ts';
import { wantPolicy } from '../model/want.policy.ts';
import { getWantFor } from '../wants.queries.server.ts';

/** The owner ends the want. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, wantPolicy, 'edit');
  const { id, title, owner } = await getWantFor(
    pageScope(args.context).platform.db,
    actor.id,
    args.params.id ?? '',
  ).catch(pageRefusal);
  const may = wantPolicy.may(actor, 'edit', { ownerId: owner.id });
  if (may !== true) pageRefusal(may);
  return { id, title };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, wantPolicy, 'edit');
  const id = args.params.id ?? '';
  return answerForm(form, [], async () => {
    const how = text(form, 'how');
    if (how === 'delete') await removeWant(platform, actor, id);
    else if (how === 'filled' || how === 'closed') await editWant(platform, actor, id, { status: how });
    else throw invalid({ how: 'Choose how to end this wanted post.' });
    throw redirect(how === 'delete' ? '/wanted' : `/wanted/${id}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'End wanted post',
    description: 'Mark it as found, close it or delete it.',
    path: '/wanted',
    noIndex: true,
  });

export default function EndWantPage() {
  const { id, title } = useLoaderData<typeof loader>();
  const problem = useFormAnswer<FormAnswer>()?.problem;
  return (
    <div className="wrap form pb-16">
      <h1 className="my-4">End “{title}”</h1>
      <Panel>
        {problem && (
          <Note tone="danger" role="alert">
            {problem.message}
          </Note>
        )}
        <p className="mb-4">
          A found or closed wanted post accepts no more replies but stays in your list. Deleting can’t be undone.
        </p>
        <Form method="post" className="flex flex-wrap gap-3">
          <Button type="submit" kind="primary" name="how" value="filled">
            Mark as found
          </Button>
          <Button type="submit" name="how" value="closed">
            Close wanted post
          </Button>
          <Button type="submit" kind="danger-quiet" name="how" value="delete">
            Delete wanted post
          </Button>
          <ButtonLink kind="ghost" to={`/wanted/${id}`}>
            Keep wanted post
          </ButtonLink>
        </Form>
      </Panel>
    </div>
  );
}
