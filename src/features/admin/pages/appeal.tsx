import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { appealAnswerInput } from '#features/moderation/contract.ts';
import { decisionTitle, houseRules } from '#features/moderation/words.ts';
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
import { inspectNamedAppeal, judgeAppeal } from '../appeals/find-appeal.server.ts';
import { ActsPanel } from '../components/act-list.tsx';
import { AppealActs } from '../components/reports/appeal-acts.tsx';
import { appealStatus } from '../components/reports/appeal-status.ts';
import { CaseNotes } from '../components/reports/case-notes.tsx';
import type { AppealView } from '../contract.ts';
import { listNamedActs } from '../shell/actions.queries.server.ts';
import { keepNote } from '../shell/note-form.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

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
      return { saved: 'The note is kept.' };
    }
    await judgeAppeal(
      platform,
      admin.id,
      id,
      parseInput(appealAnswerInput, { outcome: text(form, 'outcome'), answer: text(form, 'answer') }),
    );
    return { saved: 'Answered. The member is told.' };
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Appeal',
    description: 'A decision, and who appeals against it.',
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
      <Breadcrumbs trail={[{ label: 'Appeals', to: '/admin/appeals' }, { label: decisionTitle(decision.act) }]} />
      <div className="page-h adm-h">
        <div className="min-w-0">
          <h1>{decisionTitle(decision.act)}</h1>
          <p>Decided by {decision.decidedByName ?? 'an operator who has left'}, as the member reads it.</p>
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

/** The admin pages of hidden records. */
const queues: Partial<Record<AppealView['act'], string>> = {
  listing_hidden: 'listings',
  review_hidden: 'reviews',
  want_hidden: 'wanted',
  list_hidden: 'want-lists',
};

function Decision({ decision }: { decision: AppealView }) {
  const { memberId, memberName, subject, act, rule, reason, reportId, decidedAt, until, endedAt, appeal } = decision;
  const day = (at: string | null) => at && dayMonthYear(new Date(at));
  const queue = queues[act];
  const to = subject.id && queue ? `/admin/${queue}/${subject.id}` : null;
  return (
    <Panel title="The decision" id="decision">
      <Definitions
        rows={[
          ['Member', memberName === null ? 'A member who has left' : link(`/admin/members/${memberId}`, memberName)],
          ['About', to ? link(to, subject.title ?? 'Open it') : subject.title],
          ['The rule', houseRules[rule]],
          ['Decided', day(decidedAt)],
          ['Until', day(until)],
          ['Ended', day(endedAt)],
          ['Report', reportId && link(`/admin/reports/${reportId}`, 'Open the report')],
        ]}
      />
      <p className="adm-said" dir="auto">
        {reason}
      </p>
      {appeal && (
        <div className="adm-refunds">
          <h3>The appeal, {day(appeal.at)}</h3>
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
