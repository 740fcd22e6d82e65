import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { appealByMail, readMailedDecision } from '../appeal/appeal-by-mail.server.ts';
import '../components/decisions.css';
import { AppealForm } from '../components/appeal-form.tsx';
import { AppealParts, Statement } from '../components/decision-parts.tsx';
import { decisionStatus } from '../components/decision-state.ts';
import { appealInput } from '../contract.ts';
import { decisionTitle } from '../model/decision.rules.ts';

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token');

/** Mail programs and scanners open every link, so GET changes nothing. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  try {
    return { decision: await readMailedDecision(pageScope(context).platform, tokenOf(request)), refused: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return data({ decision: null, refused: error.message }, { status: error.status });
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { platform, address } = pageScope(context);
  const form = await request.formData();
  return answerForm(form, ['text'], async (): Promise<FormAnswer> => {
    await appealByMail(platform, tokenOf(request), parseInput(appealInput, { text: text(form, 'text') }).text, address);
    return { saved: 'Appeal sent. We’ll email you our decision.' };
  });
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: loaderData?.decision ? decisionTitle(loaderData.decision.act) : 'Link not valid',
    description: 'Appeal a suspension.',
    path: '/appeal',
    isSecret: true,
  });

export default function AppealPage() {
  const { decision, refused } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  if (!decision)
    return (
      <div className="wrap py-12">
        <h1>Link not valid</h1>
        <p className="dim mt-2">{refused}</p>
      </div>
    );
  return (
    <div className="wrap py-8">
      <h1 className="mb-4">{decisionTitle(decision.act)}</h1>
      <SavedNote said={answer?.saved} />
      <Panel title="Decision" note={`${dayMonthYear(new Date(decision.decidedAt))} · ${decisionStatus(decision)}`}>
        <Statement decision={decision} />
      </Panel>
      <Panel title="Appeal" id="appeal" className="mt-4">
        {decision.appealIs === 'open' ? (
          <AppealForm decision={decision} answer={answer} />
        ) : (
          <AppealParts decision={decision} />
        )}
      </Panel>
    </div>
  );
}
