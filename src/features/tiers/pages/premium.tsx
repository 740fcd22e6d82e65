import { ChevronDown } from 'lucide-react';
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Icon } from '#ui/icon.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { premiumPrice } from '../billing/billing.server.ts';
import { planClientAction } from '../browser/plan-client-action.ts';
import { PlanPanel } from '../components/plan-panel.tsx';
import { priceWords } from '../components/plan-words.ts';
import { questionsFor } from '../components/premium-questions.ts';
import { type PremiumPrice, type TierDefinition, tierDefinitions } from '../contract.ts';
import { hoursInWords, tierRows } from '../model/tier-rows.ts';
import { actOnPlan, loadPlan, type PlanAnswer } from './plan.server.ts';
import '../components/premium.css';
import { tierPolicy } from '../model/tier.policy.ts';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const { free, premium } = tierDefinitions;
  if (!actor) return { free, premium, facts: null, price: await premiumPrice(platform) };
  const facts = await loadPlan(platform, actor, request);
  return { free, premium, facts, price: facts.price };
}

export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, tierPolicy, 'begin');
  return actOnPlan(pageScope(args.context).platform, actor, args.request);
}

/** The calls that the page makes where scripts run (AP-02, AP-03). */
export const clientAction = planClientAction;

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Premium',
    description: loaderData?.price
      ? `List without limit for ${priceWords(loaderData.price)}. Each listing is shown for ${hoursInWords(loaderData.premium.listingDuration)}. Compare plans and see how to cancel.`
      : 'List without limit, and each listing is shown for longer. Compare plans and see how to cancel.',
    path: '/premium',
  });

export default function PremiumPage() {
  const { free, premium, facts, price } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<PlanAnswer>();
  return (
    <div className="wrap prem-page">
      <header className="prem-head">
        <h1>Premium</h1>
        <p>
          For sellers who list more than {free.maxActiveListings} cards at once. Buying, refunds and problem reports
          work the same on every plan.
        </p>
      </header>
      <aside className="prem-side" aria-label="Plan">
        {facts ? <PlanPanel facts={facts} answer={answer} at="/premium" /> : <VisitorPanel price={price} />}
      </aside>
      <div className="prem-main">
        <h2>Compare plans</h2>
        <TierTable free={free} premium={premium} />
        <h2 id="cancelling">How cancelling works</h2>
        <p>
          Cancel any time, here or in Settings. Premium stays active until the end of the period you’ve paid for and
          isn’t renewed. Then your {free.maxActiveListings} newest listings stay for sale, and the others are paused.
          Their text, photos and prices are kept, and they’re for sale again when you have Premium. Your orders don’t
          change.
        </p>
        <h2>Questions</h2>
        <div className="qa-list">
          {questionsFor(free, premium).map(({ question, text }) => (
            <details key={question}>
              <summary>
                {question}
                <Icon of={ChevronDown} size={16} />
              </summary>
              <div className="qa-a">
                <p>{text}</p>
              </div>
            </details>
          ))}
        </div>
      </div>
    </div>
  );
}

function VisitorPanel({ price }: { price: PremiumPrice | null }) {
  return (
    <Panel title="Premium" id="plan" className="plan">
      {price && (
        <>
          <p className="plan-k">{priceWords(price)}</p>
          <p className="dim">{price.taxIncluded ? 'Tax included. Cancel any time.' : 'Cancel any time.'}</p>
        </>
      )}
      <div className="plan-a">
        <ButtonLink kind="primary" to="/auth/sign-up?next=%2Fpremium">
          Create account
        </ButtonLink>
        <ButtonLink to="/auth/sign-in?next=%2Fpremium">Sign in</ButtonLink>
      </div>
      <p className="plan-n">An account is free. You can subscribe to Premium later.</p>
    </Panel>
  );
}

/** A table, and on small screens two lists that say the same. */
function TierTable({ free, premium }: { free: TierDefinition; premium: TierDefinition }) {
  const rows = tierRows(free, premium);
  return (
    <>
      <table className="prem-t">
        <caption className="sr">Free and Premium compared</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{free.displayName}</th>
            <th scope="col">{premium.displayName}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.what}>
              <th scope="row">{row.what}</th>
              <td>{row.free}</td>
              <td>{row.premium}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="prem-l">
        {[premium, free].map(({ tier, displayName }) => (
          <Panel key={tier} title={displayName} level={3}>
            <dl className="prem-dl">
              {rows.map((row) => (
                <div key={row.what}>
                  <dt>{row.what}</dt>
                  <dd>{row[tier]}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        ))}
      </div>
    </>
  );
}
