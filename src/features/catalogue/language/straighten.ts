const straight: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '≥': '>=',
  '≤': '<=',
  '−': '-',
};
const bent = new RegExp(`[${Object.keys(straight).join('')}]`, 'g');

/** Quotes and signs as a keyboard has them: phones and word processors put others in their place. */
export function straighten(text: string): string {
  return text.replace(bent, (sign) => straight[sign] ?? sign);
}
