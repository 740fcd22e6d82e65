/** `2.5` as hundredths of a percent; what is no such number stays one that the schema refuses. */
export function feeFrom(percent: string, fixed: string, note: string) {
  return { basisPoints: hundredths(percent), fixed: hundredths(fixed), note };
}

function hundredths(typed: string): number {
  const plain = typed.trim().replace(',', '.');
  return /^\d{1,4}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : plain === '' ? 0 : -1;
}
