import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { findCardPage, findCardsByIds } from '#features/catalogue/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { CardSearch } from '../components/card-search.tsx';
import { addLineSchema } from '../contract.ts';
import '../components/want-lists.css';
import { addLine } from '../edit/change-lines.server.ts';
import { printingOf } from '../model/list-words.ts';
import { listPolicy } from '../model/want-list.policy.ts';
import { listOwnLists, presentCard } from '../read/want-lists.queries.server.ts';

const fields = ['list', 'quantity', 'printing'] as const;

/**
 * The query string names the card, `?card=ID`, and may name the list, `?list=ID`. Without a card it is searched, here
 * or, without script, with `?q=`.
 */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, listPolicy, 'list own');
  const { platform, address } = pageScope(args.context);
  const query = new URL(args.request.url).searchParams;
  const id = query.get('card');
  const lists = (await listOwnLists(platform.db, actor.id)).map(({ id: listId, name }) => ({ id: listId, name }));
  const list = query.get('list') ?? '';
  const q = (query.get('q') ?? '').slice(0, 200);
  if (id === null) {
    const search = { q, limit: 12 };
    const found =
      q.trim() === '' ? [] : (await findCardPage(platform, { actor, address }, search).catch(pageRefusal)).items;
    return { card: null, lists, list, q, found: found.map(presentCard) };
  }
  const card = (await findCardsByIds(platform.db, [id])).get(id);
  if (!card) return pageRefusal(notFound('This card isn’t in the card database.'));
  return { card: presentCard(card), lists, list, q, found: [] };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, listPolicy, 'list own');
  const card = new URL(args.request.url).searchParams.get('card') ?? '';
  return answerForm(form, fields, async () => {
    const line = {
      catalogueCardId: card,
      anyPrinting: text(form, 'printing') === 'any',
      quantity: Number(text(form, 'quantity')),
    };
    await addLine(platform, actor, text(form, 'list'), parseInput(addLineSchema, line));
    throw redirect(`/want-lists/${text(form, 'list')}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Add to a want list',
    description: 'Add a card to one of your want lists.',
    path: '/want-lists/add',
    noIndex: true,
  });

export default function AddCardPage() {
  const { card, lists, list, q, found } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const errors = answer?.problem?.errors ?? {};
  const values = answer?.values ?? {};
  if (!card)
    return (
      <>
        <div className="dh">
          <h1>Add a card to a want list</h1>
        </div>
        <Panel>
          <CardSearch list={list} q={q} found={found} />
        </Panel>
      </>
    );
  return (
    <>
      <div className="dh">
        <h1>Add {card.name} to a want list</h1>
      </div>
      <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
      <Panel>
        {lists.length === 0 ? (
          <EmptyState
            title="No want lists yet"
            level={2}
            action={<ButtonLink to="/want-lists">Create want list</ButtonLink>}
          >
            Create one to add cards to it.
          </EmptyState>
        ) : (
          <Form method="post" noValidate className="max-w-[480px]">
            <Select
              label="Want list"
              name="list"
              mark={false}
              defaultValue={values.list ?? (lists.some(({ id }) => id === list) ? list : lists[0]?.id)}
              error={errors.list}
            >
              {lists.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
            <Select label="Printing" name="printing" mark={false} defaultValue={values.printing ?? 'one'}>
              <option value="one">{printingOf(card, false)}</option>
              <option value="any">{printingOf(card, true)}</option>
            </Select>
            <TextInput
              label="Quantity"
              name="quantity"
              mark={false}
              inputMode="numeric"
              defaultValue={values.quantity ?? '1'}
              error={errors.quantity}
            />
            <Button type="submit" kind="primary" className="mt-4">
              Add card
            </Button>
          </Form>
        )}
      </Panel>
    </>
  );
}
