import { createHash } from 'node:crypto';
import * as z from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The last entry of a backup: what the others must be, so that one that broke off has none. */
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Names and digests of the migrations that made the schema. */
  migrations: z.array(z.object({ name: z.string(), digest: sha256 })),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      key: z.array(z.string()),
      rows: z.number(),
      sha256,
    }),
  ),
  /** Tables that were left out because the program makes them again by itself. */
  leftOut: z.array(z.string()),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  files: z.array(z.object({ key: z.string(), size: z.number(), sha256 })),
  /** Of AUTH_SECRET: what was sealed with another one cannot be opened. */
  secretMark: z.string(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const manifestName = 'manifest.json';
export const fileEntry = (key: string) => `files/${key}`;
export const tableEntry = ({ schema, name }: { schema: string; name: string }) => `tables/${schema}.${name}.copy.gz`;

/** A fingerprint: distinguishes two secrets and reveals neither. */
export function markOf(secret: string): string {
  return createHash('sha256').update(`sleeved backup\n${secret}`).digest('hex').slice(0, 16);
}

export function digestOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
