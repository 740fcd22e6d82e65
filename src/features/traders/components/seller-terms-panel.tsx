import { dayMonthYear } from '#kernel/time.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import type { SellerTerms } from '../contract.ts';
import { soldByWords } from '../model/trader.rules.ts';
import { traderLines } from '../trader-lines.ts';

/** The seller's legal status, a trader's required data, and what it means for the buyer. */
export default function SellerTermsPanel({
  terms,
  title,
  className,
}: {
  terms: SellerTerms;
  title?: string;
  className?: string;
}) {
  const { kind, trader, rights } = terms;
  const lines = trader ? traderLines(trader) : [];
  return (
    <Panel title={title ?? soldByWords[kind]} id="who-sells" className={className ?? ''}>
      {rights.map((said) => (
        <p key={said} className="mb-3 max-w-[68ch]">
          {said}
        </p>
      ))}
      {trader && lines.length === 0 && <p className="dim">The seller hasn’t added their details yet.</p>}
      {lines.length > 0 && (
        <Definitions
          rows={[
            ...lines.map(
              ([what, said]) =>
                [
                  what,
                  <span key={what} dir="auto" className="whitespace-pre-line wrap-anywhere">
                    {said}
                  </span>,
                ] as const,
            ),
            [
              'Self-certification',
              trader?.certifiedAt &&
                `Sells only items that comply with EU law, certified on ${dayMonthYear(new Date(trader.certifiedAt))}`,
            ],
          ]}
        />
      )}
    </Panel>
  );
}
