import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { appeal } from '../appeal/appeal.server.ts';
import '../components/decisions.css';
import { AppealForm } from '../components/appeal-form.tsx';
import { AppealParts, Statement } from '../components/decision-parts.tsx';
import { decisionStatus } from '../components/decision-state.ts';
import { appealInput } from '../contract.ts';
import { decisionTitle } from '../model/decision.rules.ts';
import { decisionPolicy } from '../model/moderation.policy.ts';
import { getDecision } from '../moderation.queries.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, decisionPolicy, 'see');
  const { db, clock } = pageScope(args.context).platform;
  return { decision: await getDecision(db, actor.id, args.params.id ?? '', clock.now()).catch(pageRefusal) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, decisionPolicy, 'see');
  return answerForm(form, ['text'], async (): Promise<FormAnswer> => {
    await appeal(platform, actor, args.params.id ?? '', parseInput(appealInput, { text: text(form, 'text') }).text);
    return { saved: 'Your appeal is sent. An operator answers it, and you are told.' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Decision',
    description: 'What an operator decided, and why.',
    path: '/settings/decisions',
    noIndex: true,
  });

export default function SettingsDecisionPage() {
  const { decision } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <>
      <Breadcrumbs
        trail={[{ label: 'Account status', to: '/settings/decisions' }, { label: decisionTitle(decision.act) }]}
      />
      <SavedNote said={answer?.saved} />
      <Panel
        title={decisionTitle(decision.act)}
        note={`${dayMonthYear(new Date(decision.decidedAt))}: ${decisionStatus(decision)}.`}
      >
        <Statement decision={decision} />
      </Panel>
      <Panel title="Appeal" id="appeal">
        {decision.appealIs === 'open' ? (
          <AppealForm decision={decision} answer={answer} />
        ) : (
          <AppealParts decision={decision} />
        )}
      </Panel>
    </>
  );
}
