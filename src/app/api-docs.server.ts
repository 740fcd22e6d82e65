import { html } from 'hono/html';

type HtmlText = ReturnType<typeof html>;

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  anyOf?: Schema[];
  const?: unknown;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}

export interface OpenApiDocument {
  info: { title: string; description?: string };
  paths?: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, unknown> };
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The API as a page that a person reads: made from the served document, so it cannot say anything else. Needs no script. */
export function apiDocsPage(document: OpenApiDocument): HtmlText | Promise<string> {
  const groups = new Map<string, { method: string; path: string; operation: Operation }[]>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = item[method] as Operation | undefined;
      if (!operation) continue;
      const group = operation.tags?.[0] ?? path.split('/')[2] ?? 'other';
      groups.set(group, [...(groups.get(group) ?? []), { method: method.toUpperCase(), path, operation }]);
    }
  }
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, Schema][];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API · ${document.info.title}</title>
        <style>
          :root { color-scheme: light dark; --line: color-mix(in oklab, CanvasText 16%, Canvas); --dim: color-mix(in oklab, CanvasText 68%, Canvas); }
          body { font: 15px/23px ui-sans-serif, system-ui, sans-serif; margin: 0 auto; max-width: 920px; padding: 32px 20px 80px; }
          h1 { font-size: 28px; line-height: 34px; } h2 { margin-top: 40px; text-transform: capitalize; }
          details { border: 1px solid var(--line); border-radius: 10px; margin: 8px 0; padding: 10px 14px; }
          summary { cursor: pointer; } summary b { display: inline-block; min-width: 62px; }
          code { font: 13.5px/20px ui-monospace, monospace; overflow-wrap: anywhere; } table { border-collapse: collapse; width: 100%; }
          td, th { border-top: 1px solid var(--line); padding: 6px 8px; text-align: left; vertical-align: top; } p { max-width: 68ch; } small { color: var(--dim); }
        </style>
      </head>
      <body>
        <main>
          <h1>${document.info.title}</h1>
          <p>${document.info.description ?? ''} The same as a document for machines: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
          <p>Sign in with <code>POST /api/auth/sign-in/email</code>, then send the cookie with our own <code>Origin</code>, or get a one-hour token from <code>POST /api/auth/token</code> and send it as <code>Authorization: Bearer</code>.</p>
          ${[...groups].map(([name, entries]) => html`<h2 id="${name}">${name}</h2>${entries.map(({ method, path, operation }) => operationEntry(method, path, operation))}`)}
          <h2 id="shapes">Shapes</h2>
          ${schemas.map(([name, schema]) => html`<details id="schema-${name}"><summary><code>${name}</code></summary>${fields(schema)}</details>`)}
        </main>
      </body>
    </html>`;
}

function operationEntry(method: string, path: string, operation: Operation) {
  const body = operation.requestBody?.content;
  return html`<details>
    <summary><b>${method}</b> <code>${path}</code> <small>${operation.summary ?? operation.description ?? ''}</small></summary>
    ${operation.summary && operation.description ? html`<p>${operation.description}</p>` : ''}
    ${
      operation.parameters?.length
        ? html`<table><tr><th>Parameter</th><th>Where</th><th>Shape</th><th></th></tr>
        ${operation.parameters.map((p) => html`<tr><td><code>${p.name}</code>${p.required ? ' (required)' : ''}</td><td>${p.in}</td><td>${shape(p.schema)}</td><td>${p.description ?? ''}</td></tr>`)}</table>`
        : ''
    }
    ${body ? Object.entries(body).map(([type, { schema }]) => html`<p>Body, <code>${type}</code>:</p>${schema?.properties ? fields(schema) : html`<p>${shape(schema)}</p>`}`) : ''}
    <table><tr><th>Answer</th><th></th><th>Shape</th></tr>
      ${Object.entries(operation.responses ?? {}).map(
        ([status, answer]) =>
          html`<tr><td>${status}</td><td>${answer.description ?? ''}</td><td>${Object.values(answer.content ?? {}).map(({ schema }) => shape(schema))}</td></tr>`,
      )}
    </table>
  </details>`;
}

function fields(schema: Schema) {
  if (!schema.properties) return html`<p>${shape(schema)}</p>`;
  return html`<table>
    ${Object.entries(schema.properties).map(
      ([name, part]) =>
        html`<tr><td><code>${name}</code>${schema.required?.includes(name) ? '' : html` <small>optional</small>`}</td><td>${shape(part)}</td><td>${part.description ?? ''}</td></tr>`,
    )}
  </table>`;
}

function shape(schema: Schema | undefined): HtmlText | Promise<string> | string {
  if (!schema) return '';
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}"><code>${name}</code></a>`;
  }
  if (schema.enum) return schema.enum.map((value) => String(value)).join(' · ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf) return html`${schema.anyOf.map((part, i) => html`${i > 0 ? ' or ' : ''}${shape(part)}`)}`;
  if (schema.items) return html`list of ${shape(schema.items)}`;
  if (schema.properties) return html`${'{'} ${Object.keys(schema.properties).join(', ')} ${'}'}`;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything');
}
