import * as z from 'zod';
import { formatNumber, plural } from '#kernel/format.ts';

type Raw = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['customError']>>[0];

const typeSentences: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Use true or false.',
  array: 'Send a list.',
  object: 'Send an object.',
  date: 'Enter a date and time.',
};

/** Default messages of schema errors in plain words, set once per process; a message in the schema takes precedence. */
export function setPlainErrors(): void {
  z.config({ customError: (issue) => sentenceOf(issue) });
}

function sentenceOf(issue: Raw): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required.'
        : (typeSentences[String(issue.expected)] ?? `Send a value of the type ${String(issue.expected)}.`);
    case 'unrecognized_keys':
      return 'This field isn’t supported. Remove it.';
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      return leastSentence(issue.origin, Number(issue.minimum));
    case 'too_big':
      return mostSentence(issue.origin, Number(issue.maximum));
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`;
    case 'invalid_format':
      return 'Check the format of this value.';
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? oneOf(issue.options)
        : 'This value isn’t supported. Check its type and fields.';
    default:
      return undefined;
  }
}

const oneOf = (values: readonly unknown[] = []): string => `Use one of these values: ${values.map(String).join(', ')}.`;

function leastSentence(origin: unknown, limit: number): string {
  if (origin === 'string')
    return plural(limit, { one: 'Enter at least # character.', other: 'Enter at least # characters.' });
  if (origin === 'array' || origin === 'set')
    return plural(limit, { one: 'Add at least # entry.', other: 'Add at least # entries.' });
  return `Enter ${formatNumber(limit)} or more.`;
}

function mostSentence(origin: unknown, limit: number): string {
  if (origin === 'string')
    return plural(limit, { one: 'Enter at most # character.', other: 'Enter at most # characters.' });
  if (origin === 'array' || origin === 'set')
    return plural(limit, { one: 'Add at most # entry.', other: 'Add at most # entries.' });
  return `Enter ${formatNumber(limit)} or less.`;
}
