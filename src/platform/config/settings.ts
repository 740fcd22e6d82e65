import * as z from 'zod';
import { euCountries } from '#kernel/text/eu-countries.ts';
import { readSmtpUrl } from '#platform/mail/smtp-url.ts';
import { isHashList } from './hash-list.ts';

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 0 or 1.')
  .transform((value) => value === '1' || value === 'true');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const absent = (value: unknown) => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(absent, schema.optional());

const wholeNumber = (min: number, max: number) => {
  const sentence = `must be a whole number from ${min} to ${max}.`;
  return z.coerce.number(sentence).int(sentence).min(min, sentence).max(max, sentence);
};

/** All settings of the environment. `.env.example` documents each; a test compares the two. */
export const settingsSchema = z.object({
  MODE: optional(z.enum(['sandbox', 'production'], 'must be sandbox or production.')),
  PORT: optional(wholeNumber(0, 65_535)),
  HOST: optional(z.string()),
  APP_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://cards.example.com.' })),
  DATA_DIR: optional(z.string()),
  DEMO: optional(flag),
  PREVIEW: optional(flag),
  BRAND_NAME: optional(z.string().max(40, 'is too long. Use at most 40 characters.')),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://.')),
  DATABASE_POOL: optional(wholeNumber(2, 200)),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, 'must start with redis:// or rediss://.')),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com.' })),
  S3_BUCKET: optional(
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'must be a bucket name: 3 to 63 lowercase letters, digits, dots or hyphens.',
      ),
  ),
  S3_REGION: optional(z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be a region such as eu-central-1.')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  CLAMD_URL: optional(
    z.string().regex(/^(tcp:\/\/[^/?#\s]+|unix:\/\/\/[^?#\s]+)$/, 'must be tcp://host:port or unix:///path/of/socket.'),
  ),
  WITHOUT_TLS: optional(list),
  SMTP_URL: optional(
    z
      .string()
      .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://.', abort: true })
      .refine(
        (text) => readSmtpUrl(text) !== null,
        'isn’t a valid address. Use smtps://user:password@host:465 and encode special characters of the password: %2F for /, %23 for #, %40 for @.',
      ),
  ),
  MAIL_FROM: optional(z.string()),
  AUTH_SECRET: optional(z.string().min(32, 'is too short. Use at least 32 characters.')),
  AUTH_SECRET_OLD: optional(z.string().min(32, 'is too short. Use at least 32 characters.')),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  OIDC_ISSUER: optional(z.url('must be an address such as https://example.com.')),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_PREMIUM_PRICE_ID: optional(z.string()),
  STRIPE_API_BASE: optional(z.url('must be an address such as https://example.com.')),
  REALTIME_URL: optional(z.string()),
  REALTIME_DOMAIN: optional(z.string()),
  LOG_LEVEL: optional(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent.'),
  ),
  LOG_FORMAT: optional(z.enum(['pretty', 'json'], 'must be pretty or json.')),
  TRUSTED_PROXIES: optional(list),
  REQUIRE_VERIFIED_EMAIL: optional(flag),
  NEW_SELLER_LIMITS: optional(flag),
  HOST_COUNTRY: optional(z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as DE.')),
  TRADER_DATA_DAYS: optional(
    z.coerce
      .number('must be a whole number from 0 to 90.')
      .int('must be a whole number from 0 to 90.')
      .min(0, 'must be a whole number from 0 to 90.')
      .max(90, 'must be a whole number from 0 to 90.'),
  ),
  TAX_REPORT_COUNTRY: optional(
    z.enum(euCountries, 'must be the two letters of a member state of the EU, for example DE.'),
  ),
  RECORD_YEARS: optional(wholeNumber(5, 30)),
  BACKUP_MAX_AGE_HOURS: optional(wholeNumber(1, 8_760)),
  LEAKED_PASSWORDS_FILE: optional(
    z
      .string()
      .refine(
        isHashList,
        'must be the path of a readable file of leaked passwords. Each line is SHA1:COUNT, sorted by hash.',
      ),
  ),
  WORKER_PROCESS: optional(flag),
  METRICS_TOKEN: optional(z.string().min(16, 'is too short. Use at least 16 characters.')),
  DRAIN_SECONDS: optional(
    z.coerce
      .number('must be a number from 0 to 5.')
      .min(0, 'must be a number from 0 to 5.')
      .max(5, 'must be a number from 0 to 5.'),
  ),
});
export type Settings = z.infer<typeof settingsSchema>;
