import type { Debtor } from '#features/payouts/index.server.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { Panel } from '#ui/page/panel.tsx';
import type { MoneyAnswer } from '../../money/act-on-money.server.ts';
import { MemberLink } from '../members/member-link.tsx';
import { MoneyForm } from './money-form.tsx';

/** The sellers who owe the market, with the age of each debt. Old ones can be written off. */
export function SellerDebts({ debtors, answer }: { debtors: readonly Debtor[]; answer: MoneyAnswer | undefined }) {
  return (
    <Panel title="Debts of sellers" id="debts" note="Taken off their next payouts.">
      {debtors.length === 0 ? (
        <p className="dim">No seller owes money.</p>
      ) : (
        <ul className="adm-log">
          {debtors.map((debtor) => (
            <Debt key={`${debtor.id} ${debtor.debt.currency}`} debtor={debtor} answer={answer} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Debt({
  debtor: { id, username, debt, since, isOverdue, canWriteOff },
  answer,
}: {
  debtor: Debtor;
  answer: MoneyAnswer | undefined;
}) {
  const about = `debt ${id} ${debt.currency}`;
  const own = answer?.values?.about === about ? answer : undefined;
  return (
    <li>
      <p>
        <MemberLink id={id} name={username} /> · <span className="tnum">{formatMoney(debt)}</span>
      </p>
      <p className="dim">
        {since && `Since ${dayMonthYear(new Date(since))}`}
        {isOverdue && ' · Can’t add listings'}
      </p>
      {canWriteOff && (
        <details open={own !== undefined}>
          <summary>Write off…</summary>
          <MoneyForm
            act="write_off_debt"
            about={about}
            hidden={{ sellerId: id, currency: debt.currency }}
            answer={own}
          />
        </details>
      )}
    </li>
  );
}
