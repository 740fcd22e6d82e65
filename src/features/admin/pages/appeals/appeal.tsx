import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { appealAnswerInput } from '#features/moderation/contract.ts';
import { aboutForAdmin, decisionLabel, houseRules } from '#features/moderation/words.ts';
import { deletedName } from '#kernel/specified-texts.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import { inspectNamedAppeal, judgeAppeal } from '../../appeals/find-appeal.server.ts';
import { ActsPanel } from '../../components/act-list.tsx';
import { AppealActs } from '../../components/reports/appeal-acts.tsx';
import { appealStatus } from '../../components/reports/appeal-status.ts';
import { CaseNotes } from '../../components/reports/case-notes.tsx';
import type { AppealView } from '../../contract.ts';
import { listNamedActs } from '../../shell/actions.queries.server.ts';
import { keepNote } from '../../shell/note-form.server.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at appeals');
  const { platform } = pageScope(args.context);
  try {
    const decision = await inspectNamedAppeal(platform, args.params.id ?? '', admin.id);
    const acts = await listNamedActs(platform, { subject: decision.id, limit: 20 }, admin.id);
    return { decision, acts: acts.items, readerId: admin.id, now: platform.clock.now().toISOString() };
  } catch (error) {
    return pageRefusal(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at appeals');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  return answerForm<FormAnswer>(form, ['outcome', 'answer', 'note'], async () => {
    const { id } = await inspectNamedAppeal(platform, args.params.id ?? '', admin.id);
    if (text(form, 'act') === 'note') {
      await keepNote(platform, id, admin.id, form);
      return { saved: 'Note added' };
    }
    const given = parseInput(appealAnswerInput, { outcome: text(form, 'outcome'), answer: text(form, 'answer') });
    await judgeAppeal(platform, admin.id, id, given);
    return {
      saved:
        given.outcome === 'overturned'
          ? 'Decision reversed. We notified the member.'
          : 'Decision upheld. We notified the member.',
    };
  });
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: loaderData ? decisionLabel(loaderData.decision.act) : 'Appeal',
    description: 'A decision and its appeal.',
    path: '/admin/appeals',
    noIndex: true,
  });

export default function AdminAppealPage() {
  const { decision, acts, readerId, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  useLive('operator', {});
  const { tone, word } = appealStatus(decision);
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Appeals', to: '/admin/appeals' }, { label: decisionLabel(decision.act) }]} />
      <div className="page-h adm-h">
        <div className="min-w-0">
          <h1>{decisionLabel(decision.act)}</h1>
          <p>Decided by {decision.decidedByName ?? 'a former admin'}</p>
        </div>
        <StatusDot tone={tone}>{word}</StatusDot>
      </div>
      <SavedNote said={answer?.saved} />
      <div className="adm-two">
        <div className="adm-col">
          <Decision decision={decision} />
          <CaseNotes notes={decision.notes} answer={answer} now={now} />
        </div>
        <div className="adm-col">
          <AppealActs decision={decision} answer={answer} />
          <ActsPanel acts={acts} readerId={readerId} now={now} />
        </div>
      </div>
    </>
  );
}

/** The admin pages of content. */
const places: Partial<Record<AppealView['subject']['kind'], string>> = {
  listing: 'listings',
  review: 'reviews',
  wanted: 'wanted',
  list: 'want-lists',
};

function Decision({ decision }: { decision: AppealView }) {
  const { memberId, memberName, subject, rule, reason, reportId, decidedAt, until, endedAt, appeal } = decision;
  const day = (at: string | null) => at && dayMonthYear(new Date(at));
  const place = places[subject.kind];
  const to = subject.id && place ? `/admin/${place}/${subject.id}` : null;
  return (
    <Panel title="Decision" id="decision">
      <Definitions
        rows={[
          ['Member', memberName === null ? deletedName : link(`/admin/members/${memberId}`, memberName)],
          ['About', to ? link(to, aboutForAdmin(subject)) : aboutForAdmin(subject)],
          ['Rule', houseRules[rule]],
          ['Decided', day(decidedAt)],
          ['Until', day(until)],
          ['Ended', day(endedAt)],
          ['Report', reportId && link(`/admin/reports/${reportId}`, 'View report')],
        ]}
      />
      <p className="adm-said" dir="auto">
        {reason}
      </p>
      {appeal && (
        <div className="adm-refunds">
          <h3>Appeal</h3>
          <p className="dim">{day(appeal.at)}</p>
          <p className="adm-said" dir="auto">
            {appeal.text}
          </p>
        </div>
      )}
    </Panel>
  );
}

const link = (to: string, words: string) => (
  <Link className="adm-name" to={to}>
    {words}
  </Link>
);
