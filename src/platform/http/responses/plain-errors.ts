import * as z from 'zod';

type Raw = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['customError']>>[0];

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  date: 'a time',
};

/** Default messages of schema errors in plain words, set once per process; a message in the schema takes precedence. */
export function setPlainErrors(): void {
  z.config({ customError: (issue) => sentenceOf(issue) });
}

function sentenceOf(issue: Raw): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is needed.'
        : `This must be ${kinds[String(issue.expected)] ?? String(issue.expected)}.`;
    case 'unrecognized_keys':
      return 'There is no such field here.';
    case 'invalid_value':
      return `This must be one of: ${(issue.values ?? []).map(String).join(', ')}.`;
    case 'too_small':
      return sizeSentence(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return sizeSentence(issue.origin, 'at most', issue.maximum);
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}.`;
    case 'invalid_format':
      return 'This is not written as it must be.';
    case 'invalid_union':
      return 'This fits none of the forms that are accepted here.';
    default:
      return undefined;
  }
}

function sizeSentence(origin: unknown, bound: string, limit: unknown): string {
  if (origin === 'string') return `This must have ${bound} ${limit} characters.`;
  if (origin === 'array' || origin === 'set') return `This must have ${bound} ${limit} entries.`;
  return `This must be ${bound} ${limit}.`;
}
