import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { compressPage } from '#app/page-cache.server.ts';
import { openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { drawnAgain, drawnFrom } from './looked-at.ts';
import { oneListing, oneOwn, oneSearch } from './one-statement.ts';
import type { Plan } from './plan.ts';
import { record, type Statement } from './record.ts';
import { type WriteName, type WrittenRows, writeTwin, writtenRows } from './written-rows.ts';

/**
 * What a bare server makes of the same work: Node's own http, and then only the app's statements through the same driver and JSON.stringify, or
 * only one transaction that leaves the same rows, or only React with the tree that the app rendered, or only the bytes that the app sent.
 */
const databaseUrl = process.env.DATABASE_URL ?? '';
const plan = JSON.parse(readFileSync(process.env.RECORDED ?? '', 'utf8')) as Plan;
const recorded = await record(plan, databaseUrl);
const { pool } = openDatabase(databaseUrl, createLog('warn'), 16);

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500);
    response.end(String(error));
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  if (url === '/hello') return void response.end('Hello');
  if (url.startsWith('/select/')) {
    const { rows } = await pool.query({ name: 'bare-by-id', text: 'select * from listing where id = $1', values: [url.slice('/select/'.length)] });
    return sendJson(response, rows);
  }
  if (url.startsWith('/write/')) return write(url, response);
  if (url.startsWith('/one/')) return answerOne(new URL(url.slice('/one'.length), 'http://bare'), response);
  if (url.startsWith('/look/')) return look(request, response);
  if (url.startsWith('/render/')) return render(url.slice('/render/'.length), response);
  if (url.startsWith('/bytes')) return sendBytes(url.slice('/bytes'.length), response);
  const statements = recorded.statements.get(url);
  if (statements) return sendJson(response, await runAll(statements));
  return sendJson(response, await runAll(ofListing(url.slice('/api/listings/'.length))));
}

const written = new Map<string, Promise<WrittenRows>>();

async function write(url: string, response: ServerResponse): Promise<void> {
  const [, , kind = '', listingId = ''] = url.split('/');
  const rows = written.get(kind) ?? writtenRows(pool, kind as WriteName);
  written.set(kind, rows);
  sendJson(response, { id: await writeTwin(pool, await rows, listingId) });
}

/** The least that answers such a question: one statement. */
async function answerOne({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
  if (pathname === '/own') return sendJson(response, await oneOwn(pool, plan.anew.sellerId));
  const id = /^\/api\/listings\/(.+)$/.exec(pathname)?.[1];
  sendJson(response, await (id === undefined ? oneSearch(pool, searchParams) : oneListing(pool, id)));
}

/** A page as somebody would write it who has what the app has to show, each another one: its statements, then React with what was read, and nothing for the browser to wake up with. */
async function look({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = recorded.lookedAt.get(url);
  if (!page) return void response.writeHead(404).end();
  await runAll(page.statements);
  await draw(drawnFrom(page), page.url, response, /\bgzip\b/.test(headers['accept-encoding']?.toString() ?? ''));
}

function ofListing(id: string): Statement[] {
  const { id: asked, statements } = recorded.listing;
  return statements.map((statement) => ({ ...statement, values: statement.values?.map((value) => (value === asked ? id : value)) ?? [] }));
}

async function runAll(statements: Statement[]): Promise<unknown[]> {
  const answers = await Promise.all(statements.map((statement) => pool.query(statement)));
  return answers.map(({ rows }) => rows);
}

function sendJson(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** One and the same page each time. */
async function render(name: string, response: ServerResponse): Promise<void> {
  const page = recorded.pages.get(name);
  if (!page) return void response.writeHead(404).end();
  await draw(drawnAgain(page.context), page.url, response);
}

/** By the quicker of React's two ways, and packed for whoever takes that, as the app does. */
async function draw(context: EntryContext, url: string, response: ServerResponse, isPacked = false): Promise<void> {
  const page = Buffer.from(`<!DOCTYPE html>${renderToString(createElement(ServerRouter, { context, url }))}`);
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  const asked = new Request('http://bare', isPacked ? { headers: { 'accept-encoding': 'gzip' } } : {});
  const body = await compressPage(page, headers, asked);
  response.writeHead(200, { ...Object.fromEntries(headers), 'content-length': body.byteLength });
  response.end(body);
}

function sendBytes(path: string, response: ServerResponse): void {
  const kept = recorded.answers.get(path);
  if (!kept) return void response.writeHead(404).end();
  response.writeHead(200, kept.headers);
  response.end(kept.body);
}
