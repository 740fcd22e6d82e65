import { escapeMarkup } from '#kernel/text/escape-markup.ts';
import { withoutUnwritable } from '#kernel/text/plain-text.ts';
import type { Mail } from './mail.ts';

/** `url`: target of the label. */
export type Row = readonly [label: string, value: string, url?: string];

/**
 * The content of an email without its layout: paragraphs, rows of label and value, at most one button, a secondary
 * link, a footer.
 */
export interface Email {
  to: string;
  subject: string;
  /** The app's name, at the top. */
  brand: string;
  /** The address of the logo, which replaces the name; null: there is none. */
  logo: string | null;
  paragraphs: readonly string[];
  /** A bill or a list, after the paragraphs. */
  rows?: readonly Row[];
  /** The total of the rows. */
  sum?: Row;
  button?: { label: string; url: string };
  /** A secondary link, for a reader who should not use the button. */
  second?: { label: string; url: string };
  /** In small print: why the recipient gets this. */
  footer: string;
  /** For an email that may be declined: the unsubscribe link and the settings page. */
  stop?: { label: string; url: string; settingsUrl: string };
}

/**
 * Composes an email as text and HTML with the same content. Everything is escaped, and characters that no text may
 * contain are removed: names and titles are user input.
 */
export function composeEmail({
  to,
  subject,
  brand,
  logo,
  paragraphs,
  rows = [],
  sum,
  button,
  second,
  footer,
  stop,
}: Email): Mail {
  const lines = sum ? [...rows, sum] : rows;
  const settings = 'Email preferences';
  const text = [
    ...paragraphs,
    ...(lines.length > 0
      ? [lines.map(([label, value, url]) => `${label}: ${value}${url ? `\n${url}` : ''}`).join('\n')]
      : []),
    ...[button, second].flatMap((one) => (one ? [`${one.label}:\n${one.url}`] : [])),
    `-- \n${footer}${stop ? `\n${stop.label}: ${stop.url}\n${settings}: ${stop.settingsUrl}` : ''}`,
  ].join('\n\n');
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeMarkup(paragraph)}</p>`).join('');
  const link =
    (button ? buttonHtml(button.label, button.url) : '') + (second ? linkHtml(second.label, second.url) : '');
  const ways = stop ? `<br>${smallLink(stop.label, stop.url)} · ${smallLink(settings, stop.settingsUrl)}` : '';
  const sign = logo
    ? `<img src="${escapeMarkup(logo)}" alt="${escapeMarkup(brand)}" height="32" style="height:32px;width:auto;max-width:240px">`
    : escapeMarkup(brand);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(subject)}</title></head>
<body style="margin:0;background:#f6f5f2;padding:32px 16px;font:15px/23px -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1b1d2a">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e2e0da;border-radius:16px"><tr><td style="padding:28px 32px">
<p style="margin:0 0 24px;font-weight:700;font-size:17px">${sign}</p>${body}${rowsHtml(lines, sum)}${link}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e2e0da;font-size:13px;line-height:18px;color:#5b5e6e">${escapeMarkup(footer)}${ways}</p>
</td></tr></table></td></tr></table></body></html>`;
  return {
    to,
    subject: withoutUnwritable(subject).replace(/[\r\n]+/g, ' '),
    text: withoutUnwritable(text),
    html,
    ...(stop ? { unsubscribeUrl: stop.url } : {}),
  };
}

function rowsHtml(rows: readonly Row[], sum: Row | undefined): string {
  if (rows.length === 0) return '';
  const plain = 'padding:8px 0;border-top:1px solid #e2e0da;vertical-align:top;overflow-wrap:anywhere';
  const lines = rows.map((row) => {
    const [label, value, url] = row;
    const escapedLabel = escapeMarkup(label);
    const left = url ? `<a href="${escapeMarkup(url)}" style="color:#2b43d6">${escapedLabel}</a>` : escapedLabel;
    const cell = row === sum ? `${plain};font-weight:700` : plain;
    // An amount stays on one line; a tracking number may be too long for that.
    const right = `${cell};padding-left:16px${value.length > 24 ? '' : ';white-space:nowrap'}`;
    return `<tr><td style="${cell}">${left}</td><td align="right" style="${right}">${escapeMarkup(value)}</td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;font-size:14px;line-height:20px">${lines.join('')}</table>`;
}

function smallLink(label: string, url: string): string {
  return `<a href="${escapeMarkup(url)}" style="color:#5b5e6e;text-decoration:underline">${escapeMarkup(label)}</a>`;
}

function buttonHtml(label: string, url: string): string {
  const address = escapeMarkup(url);
  return `<p style="margin:0 0 16px"><a href="${address}" style="display:inline-block;background:#2b43d6;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px">${escapeMarkup(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:18px;color:#5b5e6e;word-break:break-all">Or copy this link into your browser: ${address}</p>`;
}

function linkHtml(label: string, url: string): string {
  const address = escapeMarkup(url);
  return `<p style="margin:16px 0 0"><a href="${address}" style="color:#2b43d6">${escapeMarkup(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:18px;color:#5b5e6e;word-break:break-all">Or copy this link into your browser: ${address}</p>`;
}
