import { StripeFault } from '../errors.ts';

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** Parses Stripe's form encoding: `line_items[0][price_data][currency]=usd`, `expand[]=payment_intent`. */
export function parseForm(text: string): Form {
  const root: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = [...name.matchAll(/[^[\]]+|\[\]/g)].map((match) => match[0]);
    if (keys.length === 0 || keys.length > 12 || keys.some((key) => forbidden.has(key))) {
      throw new StripeFault(400, { type: 'invalid_request_error', message: `Invalid parameter name: ${name}` });
    }
    put(root, keys, value);
  }
  return settle(root) as Form;
}

function put(at: Form, keys: string[], value: string): void {
  let node = at;
  keys.forEach((rawKey, depth) => {
    const key = rawKey === '[]' ? String(Object.keys(node).length) : rawKey;
    if (depth === keys.length - 1) {
      node[key] = value;
      return;
    }
    const next = node[key];
    node[key] = typeof next === 'object' && !Array.isArray(next) ? next : {};
    node = node[key];
  });
}

/** Converts objects with the keys 0, 1, 2, … to lists. */
function settle(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key, index) => key === String(index)))
    return keys.map((key) => settle(value[key] ?? ''));
  return Object.fromEntries(keys.map((key) => [key, settle(value[key] ?? '')]));
}
