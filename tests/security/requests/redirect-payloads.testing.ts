/** Spellings that readers of addresses have taken for a path, or for our own host, and browsers for another site. */
const beginnings = [
  '//',
  '///',
  '////',
  '/\\',
  '\\\\',
  '\\/',
  '/\\/',
  '/\\\\',
  '/\t/',
  '/\n/',
  '/\r/',
  '/%09/',
  '/%0a/',
  '/%5c',
  '/%5c%5c',
  '/%2f',
  '/%2f%2f',
  '/%252f%252f',
  '/./',
  '/.//',
  '/..//',
  '/../..//',
  '/%2e%2e//',
  '/x/..//',
  '/x/%2e%2e//',
  '/;//',
  '/?//',
  '/#//',
  '/@',
  '//@',
  '/ /',
  ' //',
  '\u0000//',
  '\u00a0//',
  '\u3000//',
  '/\u2028/',
  '/\ufeff/',
  '/\uff0f/',
  '/\u2215/',
  'https:',
  'https:/',
  'https://',
  'https:\\\\',
  'https:///',
  'HtTpS://',
  'http:',
  'ftp://',
  'ws://',
  '?next=//',
  'javascript:alert(1)//',
  'java\tscript:alert(1)//',
  'data:text/html,<script>alert(1)</script>//',
  'blob:https://',
  'file:///',
  'about:blank//',
  'mailto:a@',
];

const targets = (host: string) => [
  'evil.example',
  'evil.example/%2e%2e',
  `${host}@evil.example`,
  `${host}.evil.example`,
  `${host}%2eevil.example`,
  `evil.example\\@${host}`,
  `evil.example#@${host}`,
  'evil\u3002example',
  '[::ffff:7f00:1]:1',
];

const whole = [
  '/\r\nLocation: https://evil.example',
  '/%0d%0aLocation:%20https://evil.example',
  '/dashboard\r\nSet-Cookie: a=b',
  '/'.repeat(3_000),
  `/${'a'.repeat(5_000)}`,
  '/\ud800',
  '/%',
  '/%ff%fe',
  '/[',
  '/..',
  '.',
  '',
  '//',
  '/\\',
  'null',
  '[object Object]',
  '{"path":"//evil.example"}',
];

/** Several hundred texts that must never lead anywhere but to the market at `url`. */
export function redirectPayloads(url: string): string[] {
  const { host } = new URL(url);
  return [...beginnings.flatMap((begin) => targets(host).map((target) => begin + target)), ...whole];
}

/** Where a browser at `url` would go. A text that is no address leads nowhere else. */
export function originAfter(to: string, url: string): string {
  return URL.canParse(to, url) ? new URL(to, url).origin : new URL(url).origin;
}
