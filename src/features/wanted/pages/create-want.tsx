import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { findCard } from '#features/catalogue/index.server.ts';
import { languages, listingGames } from '#features/listings/contract.ts';
import { gameName, languageName } from '#features/listings/widgets.tsx';
import { parseMoney } from '#kernel/money.ts';
import { invalid } from '#kernel/refusal.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, typed } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { conditionWords } from '#ui/conditions.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { MoneyInput, Select, TextArea, TextInput } from '#ui/field.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Panel } from '#ui/panel.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { createWantSchema, wantLimits } from '../contract.ts';
import { makeWant } from '../make-want.server.ts';
import { wantPolicy } from '../want.policy.ts';

const names = ['card', 'title', 'game', 'lowestCondition', 'language', 'highestPrice', 'quantity', 'description'] as const;

/** Says what one looks for; `?card=` names a card of the catalogue, `?title=` the words of a search that found nothing. */
export async function loader(args: LoaderFunctionArgs) {
  requirePageActor(args, wantPolicy, 'make');
  const asked = new URL(args.request.url).searchParams;
  const card = await findCard(pageScope(args.context).platform.db, asked.get('card') ?? '');
  return { card: card && { id: card.id, name: card.name, setName: card.setName }, title: (asked.get('title') ?? '').slice(0, wantLimits.title) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, wantPolicy, 'make');
  return answerForm(form, names, async () => {
    const { card, highestPrice, quantity, ...rest } = typed(form, names);
    const amount = highestPrice ? parseMoney(highestPrice) : null;
    if (highestPrice && amount === null) throw invalid({ highestPrice: 'Write an amount, for example 12.50.' });
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
    const input = parseInput(createWantSchema, {
      ...given,
      ...(card && { card: { id: card } }),
      ...(amount !== null && { highestPrice: { amount, currency: 'USD' } }),
      ...(quantity && { quantity: Number(quantity) }),
    });
    throw redirect(`/wanted/${await makeWant(platform, actor, input)}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Post what you want', description: 'Say which card you look for.', path: '/wanted', noIndex: true });

export default function CreateWantPage() {
  const { card, title } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const { values = {}, problem } = answer ?? {};
  const errors = problem?.errors ?? {};
  const field = (name: (typeof names)[number]) => ({ name, defaultValue: values[name] ?? '', error: errors[name] });
  return (
    <div className="wrap pb-16">
      <h1 className="my-4">Post what you want</h1>
      <Panel>
        {problem && <ErrorSummary errors={errors} message={problem.message} />}
        <Form method="post" noValidate>
          {card ? (
            <>
              <input type="hidden" name="card" value={card.id} />
              <p className="mb-4">
                <strong>{card.name}</strong> · {card.setName}
              </p>
            </>
          ) : (
            <>
              <TextInput label="Card" required {...field('title')} defaultValue={values.title ?? title} maxLength={wantLimits.title} />
              <Select label="Game" required {...field('game')}>
                <option value="">Choose the game</option>
                {listingGames.map((game) => (
                  <option key={game} value={game}>
                    {gameName(game)}
                  </option>
                ))}
              </Select>
            </>
          )}
          <MoneyInput label="Highest price" currency="USD" {...field('highestPrice')} />
          <Select label="Lowest condition" {...field('lowestCondition')}>
            <option value="">Any</option>
            {conditionWords
              .filter(({ key }) => key !== 'unknown')
              .map(({ key, long }) => (
                <option key={key} value={key}>
                  {long}
                </option>
              ))}
          </Select>
          <Select label="Language" {...field('language')}>
            <option value="">Any</option>
            {languages.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </Select>
          <TextInput label="Copies" inputMode="numeric" {...field('quantity')} defaultValue={values.quantity ?? '1'} />
          <TextArea label="In your words" {...field('description')} maxLength={wantLimits.description} />
          <Button type="submit" kind="primary" className="mt-4">
            Post it
          </Button>
        </Form>
      </Panel>
    </div>
  );
}
