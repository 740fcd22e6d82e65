import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { confirmFirst } from '#features/auth/index.server.ts';
import { readComparison } from '#features/payouts/index.server.ts';
import { pageScope } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { ComparisonDays } from '../components/money/comparison-days.tsx';
import { DifferenceList } from '../components/money/difference-list.tsx';
import { MarketFigures } from '../components/money/market-figures.tsx';
import { MoneyForm } from '../components/money/money-form.tsx';
import { SellerDebts } from '../components/money/seller-debts.tsx';
import { UndecidedOrders } from '../components/money/undecided-orders.tsx';
import { presentHealth } from '../health-and-jobs/health.present.server.ts';
import { actOnMoney, type MoneyAnswer } from '../money/act-on-money.server.ts';
import { readMoney } from '../money/read-money.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'look at the money');
  const { platform } = pageScope(args.context);
  const { db, clock } = platform;
  const { troubles } = await presentHealth(platform);
  return {
    money: await readMoney(platform),
    comparison: await readComparison(db),
    alerts: troubles.filter(({ name, count }) => name.startsWith('payouts.') && count !== 0),
    now: clock.now().toISOString(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at the money');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  await confirmFirst({ request: new Request(args.request.url) }, platform, admin);
  return actOnMoney(platform, admin.id, form);
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Money',
    description: 'Balances, fees, and the comparison with Stripe.',
    path: '/admin/money',
    noIndex: true,
  });

export default function MoneyPage() {
  const { money, comparison, alerts, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<MoneyAnswer>();
  useLive('operator', {});
  const isAutomatic = comparison.payouts !== null && comparison.payouts !== 'manual';
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Money</h1>
          <p>Balances, fees, and the comparison with Stripe.</p>
        </div>
      </div>
      <SavedNote said={answer?.saved} />
      {alerts.map(({ name, sentence, advice }) => (
        <Note key={name} tone="danger" className="mb-4">
          {sentence} {advice}
        </Note>
      ))}
      <div className="adm-two">
        <div className="adm-col">
          <UndecidedOrders orders={money.undecided} answer={answer} />
          <DifferenceList differences={comparison.differences} answer={answer} now={now} />
          <ComparisonDays days={comparison.days} />
        </div>
        <div className="adm-col">
          <MarketFigures figures={money.currencies} />
          <Panel title="Your payouts at Stripe" id="payouts">
            <p>
              <StatusDot tone={isAutomatic ? 'bad' : 'live'}>{payoutsWord(comparison.payouts)}</StatusDot>
            </p>
            <p className="dim mt-2">Automatic payouts can send sellers’ earnings to your bank account.</p>
            {isAutomatic && (
              <MoneyForm
                act="stop_payouts"
                about="payouts"
                answer={answer?.values?.about === 'payouts' ? answer : undefined}
              />
            )}
          </Panel>
          <SellerDebts debtors={money.debts} answer={answer} />
        </div>
      </div>
    </>
  );
}

const schedules: Readonly<Record<string, string>> = {
  manual: 'Manual',
  daily: 'Automatic, daily',
  weekly: 'Automatic, weekly',
  monthly: 'Automatic, monthly',
};
const payoutsWord = (payouts: string | null) =>
  payouts === null ? 'Not checked yet' : (schedules[payouts] ?? 'Unknown');
