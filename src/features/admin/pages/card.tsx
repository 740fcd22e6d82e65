import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
} from 'react-router';
import { closeCardReports } from '#features/card-reports/index.server.ts';
import { correctCard, correctionInput, getCardToCorrect } from '#features/catalogue/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { CardCorrectionForm } from '../components/card-correction-form.tsx';
import { CardReportList } from '../components/reports/card-report-list.tsx';
import { listCardReports } from '../reports/card-reports.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'correct a card');
  const { platform } = pageScope(args.context);
  const card = await getCardToCorrect(platform, args.params.id ?? '').catch(pageRefusal);
  return { card, reports: await listCardReports(platform, card.id) };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'correct a card');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  const fields = ['name', 'number', 'rarity', 'setCode', 'isHidden', 'reason'] as const;
  const cardId = args.params.id ?? '';
  return answerForm<FormAnswer>(form, fields, async () => {
    if (text(form, 'act') === 'close-reports') {
      await closeCardReports(platform, admin.id, cardId, 'unchanged');
      return { saved: 'Reports closed. Their senders are notified.' };
    }
    const { isHidden, ...typed } = Object.fromEntries(fields.map((name) => [name, text(form, name)]));
    const input = parseInput(correctionInput, { ...typed, isHidden: isHidden === 'on' });
    await correctCard(platform, admin.id, cardId, input);
    await closeCardReports(platform, admin.id, cardId, 'corrected');
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
  const { card, reports } = useLoaderData<typeof loader>();
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
      {reports.length > 0 && (
        <Panel
          className="adm-narrow mb-5"
          title="Reports"
          id="reports"
          note="A saved correction closes these reports and notifies their senders."
        >
          <CardReportList reports={reports} />
          <Form method="post" preventScrollReset className="mt-4" aria-label="Reports">
            <input type="hidden" name="act" value="close-reports" />
            <Button type="submit">Close without changes</Button>
          </Form>
        </Panel>
      )}
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
