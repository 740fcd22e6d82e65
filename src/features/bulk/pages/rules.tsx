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
    description: 'Prices that follow the market each night.',
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
          Your listings
        </Link>
      </div>
      {rules.map(({ id, name, said, isOn, paused, runs }) => (
        <Panel
          key={id}
          className="mb-4"
          title={name}
          note={`${said}. ${paused ?? (isOn ? 'It runs each night.' : 'It is off.')}`}
        >
          <RuleRuns runs={runs} />
          <p className="mt-3">
            <Link className="link" to={`/dashboard/listings/rules/${id}`}>
              Change this rule
            </Link>
          </p>
        </Panel>
      ))}
      {isPremium ? (
        <Panel
          title="A new rule"
          note="Each night it sets the prices of the listings that it means, as if you had changed them by hand. You see what it did, and can take a night back for a day."
        >
          <ErrorSummary
            errors={byField(answer?.problem?.errors)}
            message={answer?.problem?.message}
            attempt={answer?.problem}
          />
          <RuleForm answer={answer} />
        </Panel>
      ) : (
        <Panel title="A part of premium">
          <p className="mb-4">
            Premium keeps rules that follow the market each night, never under a price of yours or what you paid, and
            never by more than you allow at once.
          </p>
          <ButtonLink kind="primary" to="/premium">
            See premium
          </ButtonLink>
        </Panel>
      )}
    </>
  );
}
