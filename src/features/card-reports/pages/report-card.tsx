import { Form, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { getCard } from '#features/catalogue/index.server.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Select, TextArea } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { cardReportInput } from '../contract.ts';
import { cardReportPolicy } from '../model/card-report.policy.ts';
import { cardReportFields, fieldLabels, noteLength } from '../model/card-report.rules.ts';
import { reportCard } from '../report-card.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  requirePageActor(args, cardReportPolicy, 'report');
  const { id, name, setName } = await getCard(pageScope(args.context).platform.db, args.params.id ?? '').catch(
    pageRefusal,
  );
  return { id, name, setName };
}

export async function action(args: LoaderFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, cardReportPolicy, 'report');
  return answerForm<FormAnswer>(form, ['field', 'note'], async () => {
    const input = parseInput(cardReportInput, { field: text(form, 'field'), note: text(form, 'note') });
    await reportCard(platform, actor, args.params.id ?? '', input);
    return { saved: 'sent' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Report wrong card data',
    description: 'Report a wrong detail of a card.',
    path: '/card-reports',
    noIndex: true,
  });

export default function ReportCardPage() {
  const card = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const busy = useNavigation().formMethod === 'POST';
  const { problem, values } = answer?.problem ? answer : {};
  return (
    <div className="wrap">
      <Breadcrumbs trail={[{ label: card.name, to: `/cards/${card.id}` }, { label: 'Report wrong card data' }]} />
      <h1 className="mb-4">Report wrong card data</h1>
      {answer?.saved ? (
        <Panel title="Report sent">
          <Note tone="success" role="status">
            We’ll check the card and notify you.
          </Note>
          <p className="mt-4">
            <ButtonLink to={`/cards/${card.id}`}>View card</ButtonLink>
          </p>
        </Panel>
      ) : (
        <Panel title={card.name} note={card.setName}>
          <Form method="post" noValidate aria-label="Report wrong card data">
            <ErrorSummary
              errors={problem?.errors}
              message={problem?.errors ? undefined : problem?.message}
              attempt={problem}
            />
            <Select
              label="What is wrong"
              name="field"
              required
              defaultValue={values?.field ?? ''}
              error={problem?.errors?.field}
            >
              <option value="">Select a detail</option>
              {cardReportFields.map((field) => (
                <option key={field} value={field}>
                  {fieldLabels[field]}
                </option>
              ))}
            </Select>
            <TextArea
              label="Correct data"
              name="note"
              required
              rows={4}
              maxLength={noteLength}
              defaultValue={values?.note}
              error={problem?.errors?.note}
              help="Enter what it should be, and where we can check it."
            />
            <Button type="submit" kind="primary" className="mt-4" busy={busy} busyLabel="Sending…">
              Send report
            </Button>
          </Form>
        </Panel>
      )}
    </div>
  );
}
