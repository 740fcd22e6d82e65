import { readTaxReport, requireTaxReport } from '#features/payouts/index.server.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/**
 * The sellers that are reported for a year, with their personal data; the reading is recorded in the audit log. Refuses
 * (404) where the market reports to no tax authority. The caller has stepped up.
 */
export async function loadTaxReport(platform: Platform, by: string, year: number) {
  requireTaxReport(platform);
  const now = platform.clock.now();
  await write(platform, (tx) => recordAct(tx, { by, act: 'tax-report.read', subject: String(year) }, now));
  return readTaxReport(platform, year);
}
