/** Converts full-width letters, digits and signs to half-width: `ＰＳＡ　１０` → `PSA 10`, `￥` → `¥`. */
export function halfWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ')
    .replaceAll('\uffe1', '£')
    .replaceAll('\uffe5', '¥');
}
