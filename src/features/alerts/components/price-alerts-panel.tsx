import { Form } from 'react-router';
import type { Frequency } from '#kernel/how-often.ts';
import { decimalOf, type Money } from '#kernel/numbers/money.ts';
import { Button } from '#ui/button.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { Panel } from '#ui/page/panel.tsx';
import { AlertRow } from './alert-row.tsx';
import { FrequencySelect } from './frequency-select.tsx';

export interface ShownPriceAlert {
  id: string;
  card: string;
  target: Money;
  query: string;
  words: string;
  frequency: Frequency;
  paused: string | null;
}

/** The field's name among the errors of the page, which has one for each alert. */
export const targetField = (id: string) => `target-${id}`;

/** A member's price alerts with their targets, each of which can be changed or deleted. */
export function PriceAlertsPanel({
  alerts,
  refused,
}: {
  alerts: readonly ShownPriceAlert[];
  /** What was typed for an alert and cannot be its target. */
  refused: { id: string; typed: string; error: string } | null;
}) {
  return (
    <Panel
      id="price-alerts"
      title="Price alerts"
      note="We’ll notify you when the price of a listing, or of the same card in this condition or better, is under your target."
    >
      {alerts.length === 0 ? (
        <p className="dim">No price alerts yet. Select “Price alert” on a listing.</p>
      ) : (
        <ul className="alerts" aria-label="Price alerts">
          {alerts.map(({ id, card, target, query, words, frequency, paused }) => (
            <AlertRow
              key={id}
              of="search"
              id={id}
              name={card}
              to={`/browse?${query}`}
              about={words}
              frequency={frequency}
              paused={paused}
              remove="Delete alert"
            >
              <Form method="post" preventScrollReset className="alert-target">
                <input type="hidden" name="id" value={id} />
                <MoneyInput
                  key={`target ${target.amount}`}
                  id={`f-${targetField(id)}`}
                  name="target"
                  label={
                    <>
                      Notify me when the price is under<span className="sr">: {card}</span>
                    </>
                  }
                  mark={false}
                  currency={target.currency}
                  defaultValue={refused?.id === id ? refused.typed : decimalOf(target.amount)}
                  error={refused?.id === id ? refused.error : undefined}
                />
                <FrequencySelect
                  key={`often ${frequency}`}
                  id={`often-search-${id}`}
                  label={`Notifications for ${card}`}
                  quiet
                  value={frequency}
                />
                <Button type="submit" size="sm" name="intent" value="target" aria-label={`Save price alert: ${card}`}>
                  Save
                </Button>
              </Form>
            </AlertRow>
          ))}
        </ul>
      )}
    </Panel>
  );
}
