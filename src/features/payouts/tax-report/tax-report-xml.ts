import type { ReportedSeller } from './read-tax-report.server.ts';
import type { TaxDetailsRow } from './tax-report.tables.ts';
import { type XmlElement, xmlDocument } from './xml.ts';
import type { Quarters, YearFigures } from './year-figures.server.ts';

/** The host, who reports. */
export interface PlatformOperator {
  country: string;
  name: string;
  tin: string;
  street: string;
  postalCode: string;
  city: string;
  /** The name of the site. */
  site: string;
}

interface Report {
  year: number;
  operator: PlatformOperator;
  sellers: readonly ReportedSeller[];
  /** Makes the references of this report unique. */
  id: string;
  now: Date;
}

/**
 * The report of a year in the OECD's DPI XML schema 1.0, which member states of the EU take for DAC7, some of them in an
 * envelope of their own. Sellers outside the EU and those without details are left out. Amounts are whole units.
 */
export function taxReportXml({ year, operator, sellers, id, now }: Report): string {
  const reference = `${operator.country}${year}${operator.country}-${id}`;
  const records = sellers.flatMap(({ details, figures, accountId, isInEu }) =>
    details && isInEu ? figures.map((one) => ({ details, figures: one, accountId })) : [],
  );
  const docSpec = (n: number): XmlElement => [
    'dpi:DocSpec',
    [
      ['stf:DocTypeIndic', 'OECD1'],
      ['stf:DocRefId', `${reference}-${n}`],
    ],
  ];
  return xmlDocument([
    'dpi:DPI_OECD',
    [
      [
        'dpi:MessageSpec',
        [
          ['dpi:SendingEntityIN', operator.tin],
          ['dpi:TransmittingCountry', operator.country],
          ['dpi:ReceivingCountry', operator.country],
          ['dpi:MessageType', 'DPI'],
          ['dpi:MessageRefId', reference],
          // New data, or that there are none.
          ['dpi:MessageTypeIndic', records.length > 0 ? 'DPI401' : 'DPI403'],
          ['dpi:ReportingPeriod', `${year}-12-31`],
          ['dpi:Timestamp', now.toISOString()],
        ],
      ],
      [
        'dpi:DPIBody',
        [
          ['dpi:PlatformOperator', [...operatorOf(operator), docSpec(0)]],
          ...records.map(
            ({ details, figures, accountId }, at): XmlElement => [
              'dpi:ReportableSeller',
              [
                ['dpi:Identity', [identityOf(details, accountId)]],
                ['dpi:RelevantActivities', [['dpi:SaleOfGoods', activitiesOf(figures)]]],
                docSpec(at + 1),
              ],
            ],
          ),
        ],
      ],
    ],
    { 'xmlns:dpi': 'urn:oecd:ties:dpi:v1', 'xmlns:stf': 'urn:oecd:ties:dpistf:v1', version: '1.0' },
  ]);
}

const operatorOf = (operator: PlatformOperator): XmlElement[] => [
  ['dpi:ResCountryCode', operator.country],
  ['dpi:TIN', operator.tin, { issuedBy: operator.country }],
  ['dpi:Name', operator.name],
  ['dpi:PlatformBusinessName', operator.site],
  addressOf(operator),
  // Resident for tax in the member state that it reports to.
  ['dpi:Nexus', 'RPONEX1'],
  ['dpi:AssumedReporting', 'false'],
];

type Address = Pick<TaxDetailsRow, 'street' | 'postalCode' | 'city' | 'country'>;

const addressOf = ({ street, postalCode, city, country }: Address): XmlElement => [
  'dpi:Address',
  [
    ['dpi:CountryCode', country ?? ''],
    [
      'dpi:AddressFix',
      [
        ['dpi:Street', street ?? ''],
        ...(postalCode ? ([['dpi:PostCode', postalCode]] as const) : []),
        ['dpi:City', city ?? ''],
      ],
    ],
  ],
];

function identityOf(details: TaxDetailsRow, accountId: string | null): XmlElement {
  const { kind, country, tin, tinCountry, vatId, firstName, lastName, birthDate, companyName, registerNumber } =
    details;
  const isPerson = kind === 'individual';
  const name: XmlElement = isPerson
    ? [
        'dpi:Name',
        [
          ['dpi:FirstName', firstName ?? ''],
          ['dpi:LastName', lastName ?? ''],
        ],
      ]
    : ['dpi:Name', companyName ?? ''];
  const id: XmlElement[] = [
    ['dpi:ResCountryCode', country ?? ''],
    ['dpi:TIN', tin ?? '', { issuedBy: tinCountry ?? '' }],
    ...(isPerson ? [] : ([['dpi:IN', registerNumber ?? '', { issuedBy: country ?? '', INType: 'BRN' }]] as const)),
    ...(vatId ? ([['dpi:VAT', vatId]] as const) : []),
    name,
    addressOf(details),
    ...(isPerson ? ([['dpi:BirthInfo', [['dpi:BirthDate', birthDate ?? '']]]] as const) : []),
  ];
  const account: XmlElement[] = accountId
    ? [['dpi:FinancialIdentifier', [['dpi:Identifier', accountId, { AccountNumberType: 'Other' }]]]]
    : [];
  return [
    isPerson ? 'dpi:IndividualSeller' : 'dpi:EntitySeller',
    [['dpi:Standard', [[isPerson ? 'dpi:IndSellerID' : 'dpi:EntSellerID', id], ...account]]],
  ];
}

function activitiesOf({ currency, earnings, sales, fees }: YearFigures): XmlElement[] {
  const quarters = (name: string, values: Quarters, attributes?: Record<string, string>) =>
    values.map((value, at): XmlElement => [`dpi:${name}Q${at + 1}`, String(value), attributes ?? {}]);
  const amounts = (name: string, values: Quarters) =>
    quarters(name, values.map((minor) => Math.round(minor / 100)) as Quarters, { currCode: currency });
  return [
    ['dpi:Consideration', amounts('Cons', earnings)],
    ['dpi:NumberOfActivities', quarters('Numb', sales)],
    ['dpi:Fees', amounts('Fees', fees)],
    // Nothing is withheld for taxes of sellers.
    ['dpi:Taxes', amounts('Tax', [0, 0, 0, 0])],
  ];
}
