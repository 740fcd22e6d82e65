import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { renewWant } from '../lifecycle/renew-want.server.ts';
import { wantPolicy } from '../model/want.policy.ts';
import { getWantFor } from '../wants.queries.server.ts';
import { endSentences } from '../words.ts';

/** The target of the reminder. GET changes nothing, because mail programs open every link; the button does. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, wantPolicy, 'edit');
  const { id, title, owner, status, hidden, expiresAt } = await getWantFor(
    pageScope(args.context).platform.db,
    actor.id,
    args.params.id ?? '',
  ).catch(pageRefusal);
  const may = wantPolicy.may(actor, 'edit', { ownerId: owner.id });
  if (may !== true) pageRefusal(may);
  return { id, title, status, isHidden: hidden !== null, expiresAt };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, wantPolicy, 'edit');
  const id = args.params.id ?? '';
  return answerForm(form, [], async () => {
    await renewWant(platform, actor, id);
    throw redirect(`/wanted/${id}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Renew wanted post',
    description: 'Renew it for 90 days.',
    path: '/wanted',
    noIndex: true,
  });

export default function RenewWantPage() {
  const { id, title, status, isHidden, expiresAt } = useLoaderData<typeof loader>();
  const problem = useFormAnswer<FormAnswer>()?.problem;
  const canRenew = !isHidden && (status === 'open' || status === 'expired');
  return (
    <div className="wrap form pb-16">
      <h1 className="my-4">Renew “{title}”</h1>
      <Panel>
        {problem && (
          <Note tone="danger" role="alert">
            {problem.message}
          </Note>
        )}
        <p className="mb-4">
          {isHidden
            ? 'We’ve hidden this wanted post, so it can’t be renewed.'
            : status === 'open'
              ? `Your wanted post ends on ${dayMonthYear(new Date(expiresAt))}.`
              : status === 'expired'
                ? 'This wanted post has expired.'
                : endSentences[status]}
        </p>
        <Form method="post" className="flex flex-wrap gap-3">
          {canRenew && (
            <Button type="submit" kind="primary">
              Renew for 90 days
            </Button>
          )}
          <ButtonLink kind="ghost" to={`/wanted/${id}`}>
            Back to wanted post
          </ButtonLink>
        </Form>
      </Panel>
    </div>
  );
}
