import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { reportedWords } from '#features/messages/words.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { ActsPanel } from '../../components/act-list.tsx';
import { DoneNotice } from '../../components/done-notice.tsx';
import { FeaturePanel } from '../../components/members/feature-panel.tsx';
import { MemberLink } from '../../components/members/member-link.tsx';
import { CaseNotes } from '../../components/reports/case-notes.tsx';
import { ReportActs } from '../../components/reports/report-acts.tsx';
import { FrozenMessages, ReportFacts } from '../../components/reports/report-facts.tsx';
import { reportStatus } from '../../components/reports/report-status.ts';
import { ReportedThing } from '../../components/reports/reported-thing.tsx';
import { actOnReport, type ReportPageAnswer } from '../../reports/act-on-report.server.ts';
import { inspectNamedReport, readRecord } from '../../reports/find-report.server.ts';
import { textsFor } from '../../reports/report-texts.server.ts';
import { listNamedActs } from '../../shell/actions.queries.server.ts';
import { keepNote } from '../../shell/note-form.server.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at reports');
  const { platform } = pageScope(args.context);
  try {
    const report = await inspectNamedReport(platform, args.params.id ?? '', admin.id);
    const acts = await listNamedActs(platform, { subject: report.id, limit: 20 }, admin.id);
    const record = await readRecord(platform, report.reportedId, admin.id);
    const texts = report.may.includes('answer') ? await textsFor(platform, report) : [];
    const { searchParams } = new URL(args.request.url);
    const taken = (name: string) => texts.find(({ id }) => id === searchParams.get(name))?.text ?? '';
    const written = { toReporter: taken('toReporter'), toReported: taken('toReported') };
    return {
      report,
      record,
      texts,
      written,
      acts: acts.items,
      readerId: admin.id,
      now: platform.clock.now().toISOString(),
    };
  } catch (error) {
    return pageRefusal(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at reports');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  const reportId = args.params.id ?? '';
  return answerForm<ReportPageAnswer>(
    form,
    ['decision', 'rule', 'measure', 'toReporter', 'toReported', 'note'],
    async () => {
      if (text(form, 'act') !== 'note') return actOnReport({ platform, reportId, by: admin.id, form });
      const { id } = await inspectNamedReport(platform, reportId, admin.id);
      await keepNote(platform, id, admin.id, form);
      return { done: 'Note added' };
    },
  );
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Report',
    description: 'Report details and outcome.',
    path: '/admin/reports',
    noIndex: true,
  });

export default function AdminReportPage() {
  const { report, record, texts, written, acts, readerId, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<ReportPageAnswer>();
  useLive('operator', {});
  const { tone, word } = reportStatus(report, readerId);
  const { kind, title } = report.subject;
  const what = reportedWords({ subjectKind: kind, subjectTitle: title }, report.reportedName ?? deletedName);
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Reports', to: '/admin/reports' }, { label: report.reason }]} />
      <div className="page-h adm-h">
        <div className="min-w-0">
          <h1 dir="auto">{report.reason}</h1>
          <p dir="auto">
            <MemberLink id={report.reporterId} name={report.reporterName} /> reported {what}
          </p>
        </div>
        <StatusDot tone={tone}>{word}</StatusDot>
      </div>
      <DoneNotice answer={answer} />
      <div className="adm-two">
        <div className="adm-col">
          <ReportFacts report={report} />
          <ReportedThing report={report} />
          <FrozenMessages report={report} now={now} />
          <CaseNotes notes={report.notes} answer={answer} now={now} />
        </div>
        <div className="adm-col">
          <ReportActs report={report} texts={texts} written={written} answer={answer} />
          <FeaturePanel id="record" title="Member record" rows={record} />
          <ActsPanel acts={acts} readerId={readerId} now={now} />
        </div>
      </div>
    </>
  );
}
