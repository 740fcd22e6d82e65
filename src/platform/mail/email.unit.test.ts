import { expect, test } from 'vitest';
import { composeEmail } from './email.ts';

test('text and HTML of an email have the same content, and user input is escaped', () => {
  const mail = composeEmail({
    to: 'ann@example.test',
    subject: 'Sold\r\nBcc: everyone@example.test',
    brand: '<Cards & Co>',
    logo: null,
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

test('rows and the unsubscribe link are in both text and HTML', () => {
  const stop = {
    label: 'Unsubscribe',
    url: 'https://market.example/unsubscribe?token=a&b',
    settingsUrl: 'https://market.example/settings',
  };
  const mail = composeEmail({
    to: 'ann@example.test',
    subject: 'Receipt',
    brand: 'Cards',
    logo: null,
    paragraphs: ['Thank you.'],
    rows: [
      ['1 × <b>Mew</b>', '€3.00'],
      ['<i>Abra</i>', 'free', 'https://market.example/listings/1?a="2"'],
    ],
    sum: ['Total', '€3.00'],
    footer: 'Because.',
    stop,
  });
  expect(mail.text).toBe(
    'Thank you.\n\n1 × <b>Mew</b>: €3.00\n<i>Abra</i>: free\nhttps://market.example/listings/1?a="2"\nTotal: €3.00\n\n-- \nBecause.\nUnsubscribe: https://market.example/unsubscribe?token=a&b\nEmail preferences: https://market.example/settings',
  );
  expect(mail.html).toContain('1 × &lt;b&gt;Mew&lt;/b&gt;</td>');
  expect(mail.html).toMatch(
    /<a href="https:\/\/market\.example\/listings\/1\?a=&quot;2&quot;" [^>]*>&lt;i&gt;Abra&lt;\/i&gt;<\/a><\/td>/,
  );
  expect(mail.html).toContain('href="https://market.example/unsubscribe?token=a&amp;b"');
  expect(mail.html).toMatch(/font-weight:700[^>]*>Total</);
  expect(mail.unsubscribeUrl).toBe(stop.url);
});
