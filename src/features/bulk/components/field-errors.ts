/** A mistake of the call, at the field of the form in which it was typed: there a summary leads. */
const fieldOf: Readonly<Record<string, string>> = {
  'filter.query': 'query',
  'change.market': 'by',
  'change.percent': 'by',
  'change.amount': 'by',
  'change.floor': 'floor',
  'change.mostPercent': 'mostPercent',
};

/** Sentences by the form's fields. */
export function byField(errors: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(errors ?? {}).map(([name, said]) => [fieldOf[name] ?? name, said]));
}
