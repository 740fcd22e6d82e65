import { ButtonLink, buttonClass } from '#ui/button.tsx';
import { MoreFields } from '#ui/form/more-fields.tsx';
import { DocumentForm } from '../document-form.tsx';

interface ListToolsProps {
  /** The address of the export of the orders that the filters show. */
  exportAt: string;
  /** For a seller: whether documents can be printed, and how many orders are to be sent; null for a buyer. */
  selling: { hasTools: boolean; toSend: number } | null;
}

/** What can be done with many orders: beside the search, and one line on a small screen. */
export function ListTools({ exportAt, selling }: ListToolsProps) {
  const exportLink = (
    <a className={buttonClass({ size: 'sm' })} href={exportAt}>
      Export orders
    </a>
  );
  if (selling === null) return <div className="ord-many">{exportLink}</div>;
  return (
    <div className="ord-many">
      <MoreFields label="Print, ship and export" isOpen={false}>
        <DocumentForm {...selling} />
        <div className="ord-also">
          <ButtonLink size="sm" to="/dashboard/orders/ship">
            Mark orders as shipped
          </ButtonLink>
          {exportLink}
        </div>
      </MoreFields>
    </div>
  );
}
