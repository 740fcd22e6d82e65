import { type ActionFunctionArgs, Form, Link, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Note, Panel } from '#ui/panel.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { respondSchema, wantLimits } from '../contract.ts';
import { respondToWant } from '../respond.server.ts';
import { wantPolicy } from '../want.policy.ts';
import { getWant } from '../wants.queries.server.ts';

/** Words to whoever looks for it; they open the thread of the two. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, wantPolicy, 'respond');
  const { id, title, owner } = await getWant(pageScope(args.context).platform.db, args.params.id ?? '').catch(pageRefusal);
  const may = wantPolicy.may(actor, 'respond', { ownerId: owner.id });
  if (may !== true) pageRefusal(may);
  return { id, title, owner: owner.username };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, wantPolicy, 'respond');
  return answerForm(form, ['text'], async () => {
    const input = parseInput(respondSchema, { text: text(form, 'text') });
    const { threadId } = await respondToWant(platform, actor, args.params.id ?? '', input);
    throw redirect(`/messages/${threadId}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Answer a wanted post', description: 'Write to whoever looks for it.', path: '/wanted', noIndex: true });

export default function AnswerWantPage() {
  const { id, title, owner } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const error = answer?.problem?.errors?.text;
  return (
    <div className="wrap pb-16">
      <h1 className="my-4">Answer {owner}</h1>
      <Panel>
        <p className="mb-4">
          They look for{' '}
          <Link className="link" to={`/wanted/${id}`}>
            {title}
          </Link>
          .
        </p>
        {answer?.problem && !error && (
          <Note tone="danger" role="alert">
            {answer.problem.message}
          </Note>
        )}
        <Form method="post" noValidate>
          <TextArea
            label="Your message"
            name="text"
            required
            maxLength={wantLimits.answer}
            defaultValue={answer?.values?.text ?? ''}
            error={error}
            help="Say which copy you have and what you ask."
          />
          <Button type="submit" kind="primary" className="mt-4">
            Send
          </Button>
        </Form>
      </Panel>
    </div>
  );
}
