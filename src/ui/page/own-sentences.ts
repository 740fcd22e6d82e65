/**
 * What is wrong, with a form's own sentence where the call's names a value that its form never shows: the summary and
 * the field say the same.
 */
export function withOwnSentences(
  errors: Record<string, string> | undefined,
  own: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  return errors && Object.fromEntries(Object.entries(errors).map(([field, said]) => [field, own[field] ?? said]));
}
