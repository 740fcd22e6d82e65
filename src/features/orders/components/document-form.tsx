import { formatNumber } from '#kernel/format.ts';
import { Button } from '#ui/button.tsx';
import type { DocumentKind } from '../contract.ts';
import { mostDocuments } from '../model/order.rules.ts';

const documents: readonly { kind: DocumentKind; label: string }[] = [
  { kind: 'pull-sheet', label: 'Pull sheet' },
  { kind: 'packing-slips', label: 'Packing slips' },
  { kind: 'address-labels', label: 'Address labels' },
];

/** The form to which the boxes of the rows belong. */
export const documentFormId = 'papers';

/**
 * Prints documents of the selected orders, or of all `toSend` orders that are to be sent: a plain form that downloads
 * files.
 */
export function DocumentForm({ hasTools, toSend }: { hasTools: boolean; toSend: number }) {
  if (!hasTools)
    return (
      <p className="dim ord-papers">
        Get Premium to print pull sheets, packing slips and address labels for all orders at once.{' '}
        <a href="/premium">Compare plans</a>
      </p>
    );
  return (
    <form
      id={documentFormId}
      method="get"
      action="/api/orders/papers"
      className="ord-papers"
      aria-label="Print documents"
    >
      <span>
        {toSend > mostDocuments
          ? `Print for selected orders, or for the ${mostDocuments} orders paid first of ${formatNumber(toSend)} to ship:`
          : 'Print for selected orders, or for all orders to ship:'}
      </span>
      {documents.map(({ kind, label }) => (
        <Button key={kind} type="submit" size="sm" name="kind" value={kind}>
          {label}
        </Button>
      ))}
    </form>
  );
}
