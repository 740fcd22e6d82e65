/** The form's field for each error of the API, as the target of the error summary. */
const fieldOf: Readonly<Record<string, string>> = {
  'filter.query': 'query',
  'change.market': 'by',
  'change.percent': 'by',
  'change.amount': 'by',
  'change.price': 'by',
  'change.lowest': 'by',
  'change.rounding': 'rounding',
  'change.floor': 'floor',
  'change.mostPercent': 'mostPercent',
};

/** Error messages by the form's fields. */
export function byField(errors: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(errors ?? {}).map(([name, said]) => [fieldOf[name] ?? name, said]));
}
