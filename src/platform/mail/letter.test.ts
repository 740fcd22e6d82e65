import { expect, test } from 'vitest';
import { composeLetter } from './letter.ts';

test('SE-4 a letter says the same as text and HTML, and escapes what strangers wrote', () => {
  const mail = composeLetter({
    to: 'ann@example.test',
    subject: 'Sold\r\nBcc: everyone@example.test',
    brand: '<Cards & Co>',
    paragraphs: ['Hello <img src=x onerror=alert(1)>', 'Second'],
    button: { label: 'Open "it"', url: 'https://market.example/x?a=1&b="2"' },
    second: { label: '<Not> me', url: 'https://market.example/y?c=3&d="4"' },
    footer: "It's us",
  });
  expect(mail.subject).toBe('Sold Bcc: everyone@example.test');
  expect(mail.text).toBe(
    'Hello <img src=x onerror=alert(1)>\n\nSecond\n\nOpen "it":\nhttps://market.example/x?a=1&b="2"\n\n<Not> me:\nhttps://market.example/y?c=3&d="4"\n\n-- \nIt\'s us',
  );
  expect(mail.html).not.toMatch(/<img|"2"|"4"|<Cards|<Not/);
  expect(mail.html).toContain('href="https://market.example/x?a=1&amp;b=&quot;2&quot;"');
  expect(mail.html).toContain('href="https://market.example/y?c=3&amp;d=&quot;4&quot;"');
});
