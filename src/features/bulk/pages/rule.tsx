import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { notFound } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useShownVersion } from '#ui/form/unsaved/use-shown-version.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { bulkPolicy } from '../model/bulk.policy.ts';
import '../components/bulk.css';
import { byField } from '../components/field-errors.ts';
import { RuleForm } from '../components/rule-form.tsx';
import { RuleRuns } from '../components/rule-runs.tsx';
import { getRule } from '../price-rules/rule.queries.server.ts';
import { changeRule, forgetRule, previewRule } from '../price-rules/save-rule.server.ts';
import { readRule, ruleFields } from './rule.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, bulkPolicy, 'change a rule');
  const { platform } = pageScope(args.context);
  return { rule: await getRule(platform.db, actor.id, args.params.id ?? '').catch(pageRefusal) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, bulkPolicy, 'change a rule');
  const id = args.params.id ?? '';
  return answerForm(form, ruleFields, async (): Promise<FormAnswer> => {
    switch (text(form, 'intent')) {
      case 'save':
        await changeRule(platform, actor, id, readRule(form));
        return { saved: 'Price rule saved' };
      case 'preview':
        // Where it would change some, those are shown first.
        throw redirect(`/dashboard/listings/bulk/${await previewRule(platform, actor, id)}?show=will`);
      case 'forget':
        await forgetRule(platform, actor, id);
        throw redirect('/dashboard/listings/rules');
      default:
        throw notFound('This page is out of date. Reload it.');
    }
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Price rule',
    description: 'Settings and history of a price rule.',
    path: '/dashboard/listings/rules',
    noIndex: true,
  });

export default function RulePage() {
  const { rule } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const shown = useShownVersion(rule, answer);
  return (
    <>
      <div className="dh">
        <h1>{rule.name}</h1>
        <Link className="link" to="/dashboard/listings/rules">
          Price rules
        </Link>
      </div>
      <ErrorSummary
        errors={byField(answer?.problem?.errors)}
        message={answer?.problem?.message}
        attempt={answer?.problem}
      />
      <SavedNote said={answer?.saved} />
      {rule.paused && (
        <Note tone="warning" role="status" className="mb-4">
          {rule.paused}
        </Note>
      )}
      <Panel
        className="mb-4"
        title="History"
        note="If you undo a run, the rule applies again the next night. To prevent that, edit the rule or turn it off."
      >
        <RuleRuns runs={rule.runs} />
        <Form method="post" className="mt-4 flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="preview">
            Preview rule
          </Button>
          <Button type="submit" kind="danger-quiet" name="intent" value="forget">
            Delete price rule
          </Button>
        </Form>
      </Panel>
      <Panel title="Edit price rule" note={rule.said}>
        <RuleForm key={shown.version} rule={shown} answer={answer} />
      </Panel>
    </>
  );
}
