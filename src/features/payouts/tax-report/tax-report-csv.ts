import { writeCsv } from '../model/write-csv.ts';
import type { ReportedSeller } from './read-tax-report.server.ts';
import type { YearFigures } from './year-figures.server.ts';

const texts: readonly (readonly [title: string, cell: (seller: ReportedSeller) => string | null | undefined])[] = [
  ['Seller ID', ({ sellerId }) => sellerId],
  ['Username', ({ username }) => username],
  ['Reported', ({ isInEu }) => (isInEu === null ? 'Details missing' : isInEu ? 'Yes' : 'No, outside the EU')],
  ['Type', ({ details }) => details && (details.kind === 'company' ? 'Business' : 'Private person')],
  ['First name', ({ details }) => details?.firstName],
  ['Last name', ({ details }) => details?.lastName],
  ['Date of birth', ({ details }) => details?.birthDate],
  ['Legal name', ({ details }) => details?.companyName],
  ['Register number', ({ details }) => details?.registerNumber],
  ['Street and number', ({ details }) => details?.street],
  ['Postal code', ({ details }) => details?.postalCode],
  ['City', ({ details }) => details?.city],
  ['Country', ({ details }) => details?.country],
  ['Tax number', ({ details }) => details?.tin],
  ['Country of the tax number', ({ details }) => details?.tinCountry],
  ['VAT ID', ({ details }) => details?.vatId],
  ['Payout account', ({ accountId }) => accountId],
];

const quarters = (name: string) => [1, 2, 3, 4].map((quarter) => `${name} Q${quarter}`);

/** The sellers of a year as CSV, a line for each currency. */
export function taxReportCsv(sellers: readonly ReportedSeller[]): string {
  const columns = texts.map(([title]) => title);
  const header = [...columns, 'Currency', ...quarters('Earnings'), ...quarters('Sales'), ...quarters('Fees')];
  const rows = sellers.flatMap((seller) =>
    seller.figures.map((figures) => [...texts.map(([, cell]) => cell(seller) ?? ''), ...cellsOf(figures)]),
  );
  return writeCsv([header, ...rows]);
}

const cellsOf = ({ currency, earnings, sales, fees }: YearFigures): (string | number)[] => [
  currency,
  ...earnings,
  ...sales.map(String),
  ...fees,
];
