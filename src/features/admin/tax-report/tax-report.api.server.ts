import { createRoute, z } from '@hono/zod-openapi';
import { requireStepUp } from '#features/auth/index.server.ts';
import { taxReportCsv, taxReportXml } from '#features/payouts/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { csvFile, fileHeaders } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { loadTaxReport } from './load-tax-report.server.ts';
import { operatorQuery, taxYearParams } from './tax-report.contract.ts';

const tags = ['admin'];
const path = '/api/admin/tax-report/{year}';

const csvRoute = createRoute({
  method: 'get',
  path: `${path}/report.csv`,
  tags,
  summary: 'Returns the sellers of a year that the EU’s directive 2021/514 (DAC7) makes you report, as CSV.',
  request: { params: taxYearParams },
  responses: {
    200: csvFile,
    ...refusals(401, 403, 404, 422),
  },
});

const xmlRoute = createRoute({
  method: 'get',
  path: `${path}/report.xml`,
  tags,
  summary: 'Returns the report of a year in the DPI XML schema of the OECD. Sellers without tax details are left out.',
  request: { params: taxYearParams, query: operatorQuery },
  responses: {
    200: { description: 'An XML file, UTF-8.', content: { 'application/xml': { schema: z.string() } } },
    ...refusals(401, 403, 404, 422),
  },
});

/** The admin's API for the report to the tax authority. */
export function addTaxReportApi(api: Api, platform: Platform): void {
  api.openapi(csvRoute, async (c) => {
    const admin = requireAdmin(c);
    await requireStepUp(platform, admin);
    const { year } = c.req.valid('param');
    const sellers = await loadTaxReport(platform, admin.id, year);
    return c.body(taxReportCsv(sellers), 200, fileHeaders(`tax-report-${year}.csv`));
  });

  api.openapi(xmlRoute, async (c) => {
    const admin = requireAdmin(c);
    await requireStepUp(platform, admin);
    const { year } = c.req.valid('param');
    const sellers = await loadTaxReport(platform, admin.id, year);
    const operator = {
      ...c.req.valid('query'),
      country: platform.config.taxReportCountry ?? '',
      site: platform.site.brand.name,
    };
    const now = platform.clock.now();
    const xml = taxReportXml({ year, operator, sellers, id: newId(now.getTime()), now });
    return c.body(xml, 200, fileHeaders(`tax-report-${year}.xml`));
  });
}
