import {
  type ActionFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { definitionOf } from '#features/tiers/index.server.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer } from '#platform/http/page-form.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { bulkPolicy } from '../model/bulk.policy.ts';
import '../components/bulk.css';
import { byField } from '../components/field-errors.ts';
import { RuleForm } from '../components/rule-form.tsx';
import { RuleRuns } from '../components/rule-runs.tsx';
import { listRules } from '../price-rules/rule.queries.server.ts';
import { makeRule } from '../price-rules/save-rule.server.ts';
import { readRule, ruleFields } from './rule.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, bulkPolicy, 'see rules');
  const { db } = pageScope(args.context).platform;
  const [tier, rules] = await Promise.all([definitionOf(db, actor.id), listRules(db, actor.id)]);
  return { isPremium: tier.hasBulkListingTools, rules };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, bulkPolicy, 'see rules');
  return answerForm(form, ruleFields, async (): Promise<FormAnswer> => {
    throw redirect(`/dashboard/listings/rules/${await makeRule(platform, actor, readRule(form))}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Price rules',
    description: 'Update your prices by market price every night.',
    path: '/dashboard/listings/rules',
    noIndex: true,
  });

export default function RulesPage() {
  const { isPremium, rules } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  return (
    <>
      <div className="dh">
        <h1>Price rules</h1>
        <Link className="link" to="/dashboard/listings">
          Listings
        </Link>
      </div>
      {rules.map(({ id, name, said, isOn, paused, runs }) => (
        <Panel key={id} className="mb-4" title={name} note={said}>
          <p className="mb-3">{paused ?? (isOn ? 'Runs nightly' : 'Off')}</p>
          <RuleRuns runs={runs} />
          <p className="mt-3">
            <Link className="link" to={`/dashboard/listings/rules/${id}`}>
              Edit price rule
            </Link>
          </p>
        </Panel>
      ))}
      {isPremium ? (
        <Panel
          title="Create price rule"
          note="A price rule updates the prices of matching listings every night. You can review each run and undo it for 24 hours."
        >
          <ErrorSummary
            errors={byField(answer?.problem?.errors)}
            message={answer?.problem?.message}
            attempt={answer?.problem}
          />
          <RuleForm answer={answer} />
        </Panel>
      ) : (
        <Panel title="Premium feature">
          <p className="mb-4">
            Price rules are part of Premium. Your prices follow the market price every night. You set a minimum price
            and a maximum change, and can keep prices from going below your cost.
          </p>
          <ButtonLink kind="primary" to="/premium">
            Compare plans
          </ButtonLink>
        </Panel>
      )}
    </>
  );
}
