import { Link } from 'react-router';
import { orderNumber } from '#features/orders/words.ts';
import type { Comparison } from '#features/payouts/index.server.ts';
import { differenceWords } from '#features/payouts/words.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { MoneyAnswer } from '../../money/act-on-money.server.ts';
import { MoneyForm } from './money-form.tsx';

interface Props {
  differences: Comparison['differences'];
  answer: MoneyAnswer | undefined;
  now: string;
}

/** What the last comparison could not explain, each with its object at Stripe, its orders, and the decision about it. */
export function DifferenceList({ differences, answer, now }: Props) {
  return (
    <Panel title="Differences" id="differences" note="What the last comparison couldn’t explain.">
      {differences.length === 0 ? (
        <p className="dim">None. Stripe and the ledger agree.</p>
      ) : (
        <ul className="adm-log">
          {differences.map((one) => (
            <Difference key={`${one.currency} ${one.source}`} difference={one} answer={answer} now={now} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Difference({
  difference: { currency, source, kind, atStripe, booked, type, since, orderIds },
  answer,
  now,
}: {
  difference: Comparison['differences'][number];
  answer: MoneyAnswer | undefined;
  now: string;
}) {
  const about = `${currency} ${source}`;
  const own = answer?.values?.about === about ? answer : undefined;
  return (
    <li>
      <p>
        <strong>{differenceWords[kind]}</strong>
      </p>
      <p className="tnum">
        {kind === 'rest' ? formatMoney(atStripe) : `Stripe ${formatMoney(atStripe)} · Ledger ${formatMoney(booked)}`}
      </p>
      <p className="dim">
        {source !== '' && (
          <>
            <code className="adm-id">{source}</code>
            {type && ` · ${type.replaceAll('_', ' ')}`} · <RelativeTime at={since} now={now} ago />
          </>
        )}
        {orderIds.map((id) => (
          <span key={id}>
            {' '}
            · <Link to={`/admin/orders/${id}`}>Order {orderNumber(id)}</Link>
          </span>
        ))}
      </p>
      {kind === 'rest' && <MoneyForm act="confirm_opening" about={about} hidden={{ currency }} answer={own} />}
      {kind === 'unknown' && <MoneyForm act="book_as_own" about={about} hidden={{ source }} answer={own} />}
    </li>
  );
}
