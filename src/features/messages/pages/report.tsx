import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { findSellers } from '#features/members/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, TextArea } from '#ui/form/field.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { withOwnSentences } from '#ui/page/own-sentences.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { blockMember, isBlocked } from '../blocks/blocks.server.ts';
import '../components/reports.css';
import { reportThingSchema } from '../contract.ts';
import { messagePolicy } from '../model/message.policy.ts';
import { messageLimits } from '../model/message.rules.ts';
import { type ReportSubjectKind, reportReasons } from '../model/report.rules.ts';
import { fileReport } from '../reports/file-report.server.ts';
import { findReported, unknownThing } from '../reports/report-subject.server.ts';
import { reportedWords } from '../reports/report-words.ts';

/** The thing in the address. An unknown kind is refused as an unknown thing is. */
const subjectOf = ({ kind, id }: LoaderFunctionArgs['params']) =>
  parseInput(reportThingSchema.shape.subject, { kind, id });

/** The owner of a want list is not disclosed, so a report of one offers no block. */
const isNamed = (kind: ReportSubjectKind) => kind !== 'list';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, messagePolicy, 'report');
  const { platform } = pageScope(args.context);
  try {
    const { kind, title, reportedId } = await findReported(platform, actor.id, subjectOf(args.params));
    const [names, hasBlocked] = await Promise.all([
      findSellers(platform.db, [reportedId]),
      isBlocked(platform.db, actor.id, reportedId),
    ]);
    const name = isNamed(kind) ? (names.get(reportedId)?.username ?? null) : null;
    const what = reportedWords({ subjectKind: kind, subjectTitle: title }, name ?? 'a deleted member');
    return { what, name, canBlock: name !== null && !hasBlocked };
  } catch (error) {
    return pageRefusal(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, messagePolicy, 'report');
  return answerForm(form, ['reason', 'text', 'block'], async (): Promise<FormAnswer> => {
    if (text(form, 'intent') === 'block') {
      const { kind, reportedId } = await findReported(platform, actor.id, subjectOf(args.params));
      if (!isNamed(kind)) throw notFound(unknownThing);
      await blockMember(platform, actor, reportedId);
      throw redirect('/settings/blocks');
    }
    const given = {
      subject: subjectOf(args.params),
      reason: text(form, 'reason'),
      text: text(form, 'text').trim() || undefined,
    };
    const { subject, ...input } = parseInput(reportThingSchema, given);
    await fileReport(platform, actor, subject, input);
    if (text(form, 'block') !== 'on' || !isNamed(subject.kind)) return { saved: 'sent' };
    const { reportedId } = await findReported(platform, actor.id, subject);
    await blockMember(platform, actor, reportedId, input.reason);
    return { saved: 'blocked' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Report',
    description: 'Report a member or content to our team.',
    path: '/report',
    noIndex: true,
  });

export default function ReportPage() {
  const { what, name, canBlock } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const busy = useNavigation().formMethod === 'POST';
  const { problem, values, saved } = answer ?? {};
  const errors = withOwnSentences(problem?.errors, { reason: 'Select a reason.' });
  return (
    <div className="wrap report">
      <h1>Report {what}</h1>
      {saved ? (
        <Panel title="Report sent">
          <Note tone="success" role="status">
            We’ll review your report and let you know the outcome.
            {saved === 'blocked' && name !== null && ` You’ve blocked ${name}.`}
          </Note>
          <p className="report-on">
            <ButtonLink to="/settings/blocks">Blocked members and reports</ButtonLink>
            <ButtonLink to="/browse">Browse cards</ButtonLink>
          </p>
        </Panel>
      ) : (
        <Panel
          title="Reason for your report"
          note={
            name === null
              ? 'We’ll review your report and your latest messages. We never share who sent a report.'
              : `We’ll review your report and your latest messages with ${name}. We never share who sent a report.`
          }
        >
          <Form method="post" noValidate>
            <ErrorSummary errors={errors} message={problem?.message} attempt={problem} />
            <RadioCards
              legend="Reason"
              name="reason"
              required
              options={reportReasons.map(({ code, label, means }) => ({ value: code, label, means }))}
              defaultValue={values?.reason}
              error={errors?.reason}
            />
            <TextArea
              label="Details"
              name="text"
              rows={5}
              maxLength={messageLimits.reportLength}
              defaultValue={values?.text}
              error={problem?.errors?.text}
            />
            {canBlock && (
              <div className="mt-4">
                <Checkbox
                  name="block"
                  label={`Also block ${name}`}
                  help="You won’t be able to message each other, trade or see each other’s listings until you unblock them in your settings."
                  defaultChecked={values?.block === 'on'}
                />
              </div>
            )}
            <p className="report-on">
              <Button type="submit" kind="primary" name="intent" value="report" busy={busy} busyLabel="Sending…">
                Send report
              </Button>
              {canBlock && (
                <Button type="submit" name="intent" value="block">
                  Block without reporting
                </Button>
              )}
            </p>
          </Form>
          <p className="dim report-hint">
            For a problem with an order, select “Report a problem” on the order’s page.{' '}
            <Link className="link" to="/orders">
              Orders
            </Link>
          </p>
        </Panel>
      )}
    </div>
  );
}
