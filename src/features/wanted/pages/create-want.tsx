import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { findCard } from '#features/catalogue/index.server.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, typed } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { LineForm } from '../components/line-form.tsx';
import { WantFields } from '../components/want-fields.tsx';
import { createWantSchema } from '../contract.ts';
import { makeWant } from '../lifecycle/make-want.server.ts';
import { readLine } from '../lifecycle/read-line.server.ts';
import { wantPolicy } from '../model/want.policy.ts';
import { termsTyped, wantFieldNames } from '../model/want-form.ts';
import { wantLimits } from '../words.ts';

/**
 * Creates a want. `?card=` names a card of the catalogue, `?line=` holds the words or the pasted line of the card
 * search (with `?card=`, the chosen card), `?title=` holds the words of a search without results.
 */
export async function loader(args: LoaderFunctionArgs) {
  requirePageActor(args, wantPolicy, 'make');
  const query = new URL(args.request.url).searchParams;
  const { platform } = pageScope(args.context);
  const line = query.get('line') ?? '';
  const read = line.trim() === '' ? null : await readLine(platform, line);
  const card = await findCard(platform.db, query.get('card') ?? read?.cardId ?? '');
  return {
    card: card && { id: card.id, name: card.name, setName: card.setName, finishes: card.finishes },
    line,
    read: read && {
      ...read,
      candidates: read.candidates.filter(({ id }) => id !== card?.id),
      problem: card ? null : read.problem,
    },
    values: {
      quantity: '1',
      withPostage: '1',
      ...read?.values,
      title: (query.get('title') ?? '').slice(0, wantLimits.title),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, wantPolicy, 'make');
  return answerForm(form, wantFieldNames, async () => {
    const values = typed(form, wantFieldNames);
    const { card, title, game } = values;
    const named = card ? { card: { id: card } } : { ...(title && { title }), ...(game && { game }) };
    const input = parseInput(createWantSchema, { ...named, ...termsTyped(values) });
    throw redirect(`/wanted/${await makeWant(platform, actor, input)}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Create wanted post',
    description: 'Tell sellers which card you’re looking for.',
    path: '/wanted',
    noIndex: true,
  });

export default function CreateWantPage() {
  const { card, line, read, values: first } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const problem = answer?.problem;
  const values = answer?.values ?? first;
  return (
    <div className="wrap form pb-16">
      <h1 className="my-4">Create wanted post</h1>
      <Panel>
        {problem && <ErrorSummary errors={problem.errors} message={problem.message} attempt={problem} />}
        {(!card || read) && first.title === '' && <LineForm line={line} read={read} />}
        <Form method="post" noValidate key={card?.id}>
          {card && <input type="hidden" name="card" value={card.id} />}
          <WantFields card={card} values={values} errors={problem?.errors ?? {}} asksGame={!card} />
          <Button type="submit" kind="primary" className="mt-4">
            Publish wanted post
          </Button>
        </Form>
      </Panel>
    </div>
  );
}
