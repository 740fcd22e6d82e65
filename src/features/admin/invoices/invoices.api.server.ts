import { createRoute, z } from '@hono/zod-openapi';
import { marketInvoicesFileQuery, marketInvoicesQuery, marketInvoicesSchema } from '#features/payouts/contract.ts';
import { invoicePdf, marketInvoicesCsv } from '#features/payouts/index.server.ts';
import { type Api, refusals, requireAdmin } from '#platform/http/requests/api.ts';
import { csvFile, fileHeaders, json, pdfFile } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { adminSecurity } from '../admin.security.ts';
import { lookAtInvoice, readInvoices } from './read-invoices.server.ts';

const tags = ['admin'];

const listRoute = createRoute({
  method: 'get',
  path: '/api/admin/invoices',
  tags,
  summary: 'Lists the invoices and credit notes of all sellers, newest first, and the numbers that are missing.',
  request: { query: marketInvoicesQuery },
  responses: { 200: json(marketInvoicesSchema, 'A page of invoices.'), ...refusals(401, 403, 422) },
});

const csvRoute = createRoute({
  method: 'get',
  path: '/api/admin/invoices/export.csv',
  tags,
  summary: 'Exports the invoices and credit notes of all sellers as CSV.',
  request: { query: marketInvoicesFileQuery },
  responses: {
    200: csvFile,
    ...refusals(401, 403, 422),
  },
});

const pdfRoute = createRoute({
  method: 'get',
  path: '/api/admin/invoices/{id}/invoice.pdf',
  tags,
  summary: 'Returns an invoice or credit note of a seller as PDF.',
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: {
    200: pdfFile,
    ...refusals(401, 403, 404),
  },
});

/** The admin's API for invoices. */
export function addAdminInvoicesApi(api: Api, platform: Platform): void {
  api.openapi(listRoute, async (c) => {
    requireAdmin(c);
    return c.json(marketInvoicesSchema.parse(await readInvoices(platform, c.req.valid('query'))), 200);
  });

  api.openapi(csvRoute, async (c) => {
    requireAdmin(c);
    const { month } = c.req.valid('query');
    platform.security.note(adminSecurity.read, { outcome: 'done', what: 'invoices' });
    return c.body(marketInvoicesCsv(platform.db, month), 200, fileHeaders(`invoices${month ? `-${month}` : ''}.csv`));
  });

  api.openapi(pdfRoute, async (c) => {
    requireAdmin(c);
    const row = await lookAtInvoice(platform, c.req.valid('param').id);
    return c.body(await invoicePdf(platform, row), 200, fileHeaders(`${row.number}.pdf`));
  });
}
