import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { correctCard, correctionInput, getCardToCorrect } from '#features/catalogue/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { CardCorrectionForm } from '../components/card-correction-form.tsx';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'correct a card');
  const { platform } = pageScope(args.context);
  return { card: await getCardToCorrect(platform, args.params.id ?? '').catch(pageRefusal) };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'correct a card');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  const fields = ['name', 'number', 'rarity', 'setCode', 'isHidden', 'reason'] as const;
  return answerForm<FormAnswer>(form, fields, async () => {
    const { isHidden, ...typed } = Object.fromEntries(fields.map((name) => [name, text(form, name)]));
    const input = parseInput(correctionInput, { ...typed, isHidden: isHidden === 'on' });
    await correctCard(platform, admin.id, args.params.id ?? '', input);
    return { saved: 'Card corrected. Search follows within a minute.' };
  });
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: loaderData?.card.name ?? 'Card',
    description: 'Correct a card of the card database.',
    path: '/admin',
    noIndex: true,
  });

export default function AdminCardPage() {
  const { card } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Content', to: '/admin/content' }, { label: card.name }]} />
      <div className="page-h">
        <div>
          <h1>{card.name}</h1>
          <p>
            <Link className="link" to={`/cards/${card.id}`}>
              View card
            </Link>
          </p>
        </div>
      </div>
      <SavedNote said={answer?.saved} />
      <Panel
        className="adm-narrow"
        title="Correct card"
        id="correct"
        note={
          card.correctedAt
            ? `Corrected on ${dayMonthYear(new Date(card.correctedAt))}. Imports don’t change these details.`
            : 'After a correction, imports don’t change these details.'
        }
      >
        <CardCorrectionForm key={card.correctedAt} card={card} answer={answer} />
      </Panel>
    </>
  );
}
