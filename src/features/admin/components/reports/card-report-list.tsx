import { Link } from 'react-router';
import { fieldLabels } from '#features/card-reports/contract.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { ListedCardReport } from '../../reports/card-reports.server.ts';

/** Reports of wrong card data; with a link to the card where they are of several. */
export function CardReportList({
  reports,
  withCard = false,
}: {
  reports: readonly ListedCardReport[];
  withCard?: boolean;
}) {
  return (
    <ul className="grid gap-4">
      {reports.map(({ id, cardId, cardName, field, note, reporterId, reporter, createdAt }) => (
        <li key={id}>
          <p>
            {withCard && (
              <>
                <Link className="link" to={`/admin/cards/${cardId}`}>
                  {cardName}
                </Link>
                {' · '}
              </>
            )}
            <strong>{fieldLabels[field]}</strong>
          </p>
          <p className="wrap-anywhere">{note}</p>
          <p className="dim">
            <Link className="link" to={`/admin/members/${reporterId}`}>
              {reporter}
            </Link>
            {` · ${dayMonthYear(new Date(createdAt))}`}
          </p>
        </li>
      ))}
    </ul>
  );
}
