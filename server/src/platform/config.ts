import { z } from 'zod'
import { addressOf } from './db/address.ts'
import { waits } from './waits.ts'

const collector = z
  .url()
  .refine((text) => /^https?:$/.test(new URL(text).protocol), 'must be http://host:4318 or https://…')
  .optional()
const origins = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine(
    // Of what is no web address, `URL` tells no origin.
    (all) => all.every((one) => /^sftp:\/\/[^/?#@]+:\d{1,5}$/.test(one) || (URL.canParse(one) && new URL(one).origin === one)),
    'must be origins such as https://push.example.com, separated by commas',
  )
  .default([])

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://', abort: true })
  .refine(
    (text) => addressOf(text) !== undefined,
    'must be postgres://user:password@host/name, several hosts with commas between them, target_session_attrs any, read-write or primary',
  )

/** Every setting of the product, from the environment and the command line. Read here and nowhere else. */
const Config = z.object({
  port: z.coerce.number().int().min(0).max(65_535).default(4000),
  host: z.string().default('127.0.0.1'),
  publicUrl: z.url().optional(),
  /** Where guests book and see their bookings, by a host name of its own; the portal is not there. */
  publicBookingUrl: z
    .url()
    .refine((text) => /^https?:$/.test(new URL(text).protocol) && new URL(text).pathname === '/', 'must be https://name, without a path')
    .optional(),
  /** One server, or several of one database: `postgres://user@a,b/name?target_session_attrs=read-write`. */
  databaseUrl: databaseAddress.optional(),
  /** The same database without the pooler that `databaseUrl` leads to: migrations and live messages need sessions of their own. */
  databaseDirectUrl: databaseAddress.optional(),
  /** A standby of it that answers lists of long ranges, searches, figures and exports; several hosts = the first that answers. */
  databaseReadUrl: databaseAddress
    .refine((text) => !/target_session_attrs=(?!any)/.test(text), 'must be a standby: without target_session_attrs')
    .optional(),
  /** A standby that is further behind is not asked. */
  databaseReadLagSeconds: z.coerce.number().min(1).max(300).default(10),
  /** The database and the key of the installation that a company moves to. */
  targetDatabaseUrl: databaseAddress.optional(),
  targetSecretKey: z.string().min(32).optional(),
  /** Off for a pooler in transaction mode that knows nothing of prepared statements. */
  databasePrepare: z.enum(['on', 'off']).default('on'),
  smtpUrl: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  mailFrom: z.string().default('Tablewire <no-reply@tablewire.test>'),
  /** Where mails that answer ours are taken, by SMTP, from the mail server of `replyDomain`. */
  replyListen: z
    .string()
    .regex(/^smtp:\/\/[^/@:]+:\d{1,5}$/, 'must be smtp://address:port, where the own mail server hands mails over')
    .optional(),
  /** The domain whose mails arrive there; a mail that can be answered has its own address in it. */
  replyDomain: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain such as reply.example.com')
    .optional(),
  adminEmail: z.email().optional(),
  adminPassword: z.string().optional(),
  secretKey: z.string().min(32).optional(),
  filesUrl: z
    .string()
    .regex(/^(https?|file):\/\//, 'must be file://folder or the https address of an S3 bucket')
    .optional(),
  s3AccessKeyId: z.string().optional(),
  s3SecretAccessKey: z.string().optional(),
  s3Region: z.string().default('us-east-1'),
  data: z.string().default('data'),
  seed: z.enum(['demo', 'empty']).optional(),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  databasePool: z.coerce.number().int().min(2).max(200).default(16),
  /** So much of venues and their days a process keeps in memory; 0 = each look asks the database. */
  availabilityMemoryMb: z.coerce.number().int().min(0).max(16_384).default(64),
  /** A request that waits for an unresponsive database is answered 503 after this long. */
  databaseAnswerSeconds: z.coerce.number().min(3).max(60).default(10),
  /** So long a server that is told to stop says so at `/readyz` before it lets nobody in any more: the balancer's time to look away. */
  drainSeconds: z.coerce.number().min(0).max(300).default(0),
  /** How many proxies stand between us and the callers; `true` = one. */
  trustedProxies: z
    .string()
    .regex(/^(true|false|\d)$/, 'must be true, false or the number of proxies in front')
    .transform((value) => (value === 'true' ? 1 : Number(value) || 0))
    .default(0),
  metricsToken: z.string().min(16).optional(),
  /** OpenTelemetry, by the names it has everywhere: traces and metrics go there, as OTLP over HTTP. The rest of its settings its packages read themselves. */
  otelEndpoint: collector,
  otelTracesEndpoint: collector,
  otelMetricsEndpoint: collector,
  otelProtocol: z.enum(['http/json']).default('http/json'),
  otelDisabled: z
    .string()
    .transform((text) => text.toLowerCase() === 'true')
    .default(false),
  otelTraces: z.enum(['otlp', 'none']).default('otlp'),
  otelMetrics: z.enum(['otlp', 'none']).default('otlp'),
  otelSampler: z
    .enum(['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'])
    .default('parentbased_always_on'),
  otelSamplerArg: z.coerce.number().min(0).max(1).default(1),
  otelSpanDelayMs: z.coerce.number().int().min(10).max(60_000).default(5000),
  otelMetricIntervalMs: z.coerce.number().int().min(100).max(3_600_000).default(60_000),
  /** Whether callers say which trace a call belongs to (`traceparent`), and whether partners are told. */
  traceContext: z.enum(['none', 'take', 'give', 'both']).default('none'),
  /** Push services beside those of the browsers' makers, as origins; they may lie in a private network. */
  pushServices: origins,
  /** Channels whose check addresses or webhook endpoints lie in a private network, as origins. */
  channelServices: origins,
  /** Reservation systems, and servers that take files (`sftp://host:port`), that lie in a private network, as origins. */
  systemServices: origins,
  /** A language model that words sales pages: where it is asked as at OpenAI's chat completions; without one, rules do. */
  salesModelUrl: z.url().optional(),
  salesModelKey: z.string().optional(),
  salesModelName: z.string().optional(),
  salesModelSeconds: z.coerce.number().min(1).max(120).default(20),
  /** How often a minute Google is told of changes at most, for each account; Google itself takes 1,500. */
  googleUpdatesPerMinute: z.coerce.number().int().min(1).max(100_000).default(1400),
  /** Language models that lie in a private network, as origins. */
  modelServices: origins,
  /** Whether a demo brings the reservation system and the partner site to try it with. */
  sandbox: z.enum(['on', 'off']).default('on'),
  /** Timeouts and leases of calls to reservation systems and of background work. */
  waits,
  /** What to do with data that a newer version has written. */
  olderVersion: z.enum(['refuse', 'accept']).default('refuse'),
  /** What to do when the key that sealed what lies in the database is lost. */
  secretLost: z.enum(['refuse', 'accept']).default('refuse'),
  /** How many demos of prospects may be alive at a time; 0 = this installation gives none. */
  demos: z.coerce.number().int().min(0).max(1000).default(25),
  /** Where demos live; a database beside the main one, made when first needed, unless named. */
  demoDatabaseUrl: databaseAddress.optional(),
  /** `none`: mails stay in the local mailbox, and no other machine is called. */
  outgoing: z.enum(['open', 'none']).default('open'),
  portalBuild: z.enum(['pending', 'ready']).default('ready'),
})
export type Config = z.infer<typeof Config>

const environment: Record<keyof Config, string> = {
  port: 'PORT',
  host: 'HOST',
  publicUrl: 'PUBLIC_URL',
  publicBookingUrl: 'PUBLIC_BOOKING_URL',
  databaseUrl: 'DATABASE_URL',
  databaseDirectUrl: 'DATABASE_DIRECT_URL',
  databaseReadUrl: 'DATABASE_READ_URL',
  databaseReadLagSeconds: 'DATABASE_READ_LAG_SECONDS',
  targetDatabaseUrl: 'TARGET_DATABASE_URL',
  targetSecretKey: 'TARGET_SECRET_KEY',
  databasePrepare: 'DATABASE_PREPARE',
  smtpUrl: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
  replyListen: 'REPLY_LISTEN',
  replyDomain: 'REPLY_DOMAIN',
  adminEmail: 'TABLEWIRE_ADMIN_EMAIL',
  adminPassword: 'TABLEWIRE_ADMIN_PASSWORD',
  secretKey: 'TABLEWIRE_SECRET_KEY',
  filesUrl: 'FILES_URL',
  s3AccessKeyId: 'S3_ACCESS_KEY_ID',
  s3SecretAccessKey: 'S3_SECRET_ACCESS_KEY',
  s3Region: 'S3_REGION',
  data: 'TABLEWIRE_DATA',
  seed: 'TABLEWIRE_SEED',
  logLevel: 'LOG_LEVEL',
  databasePool: 'DATABASE_POOL',
  availabilityMemoryMb: 'AVAILABILITY_MEMORY_MB',
  databaseAnswerSeconds: 'DATABASE_ANSWER_SECONDS',
  drainSeconds: 'DRAIN_SECONDS',
  trustedProxies: 'TRUST_PROXY',
  metricsToken: 'METRICS_TOKEN',
  otelEndpoint: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  otelTracesEndpoint: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  otelMetricsEndpoint: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  otelProtocol: 'OTEL_EXPORTER_OTLP_PROTOCOL',
  otelDisabled: 'OTEL_SDK_DISABLED',
  otelTraces: 'OTEL_TRACES_EXPORTER',
  otelMetrics: 'OTEL_METRICS_EXPORTER',
  otelSampler: 'OTEL_TRACES_SAMPLER',
  otelSamplerArg: 'OTEL_TRACES_SAMPLER_ARG',
  otelSpanDelayMs: 'OTEL_BSP_SCHEDULE_DELAY',
  otelMetricIntervalMs: 'OTEL_METRIC_EXPORT_INTERVAL',
  traceContext: 'TRACE_CONTEXT',
  pushServices: 'PUSH_SERVICES',
  channelServices: 'CHANNEL_SERVICES',
  systemServices: 'SYSTEM_SERVICES',
  salesModelUrl: 'SALES_MODEL_URL',
  salesModelKey: 'SALES_MODEL_KEY',
  salesModelName: 'SALES_MODEL_NAME',
  salesModelSeconds: 'SALES_MODEL_SECONDS',
  googleUpdatesPerMinute: 'GOOGLE_UPDATES_PER_MINUTE',
  modelServices: 'MODEL_SERVICES',
  sandbox: 'TABLEWIRE_SANDBOX',
  waits: 'TABLEWIRE_WAITS',
  olderVersion: 'TABLEWIRE_OLDER_VERSION',
  secretLost: 'TABLEWIRE_SECRET_LOST',
  demos: 'TABLEWIRE_DEMOS',
  demoDatabaseUrl: 'DEMO_DATABASE_URL',
  outgoing: 'TABLEWIRE_OUTGOING',
  portalBuild: 'TABLEWIRE_PORTAL_BUILD',
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** `--name value`, `--name=value`, `--demo`, `--empty`. */
const fromFlags = (args: readonly string[]): Record<string, string> => {
  const found: Record<string, string> = {}
  for (let i = 0; i < args.length; i++) {
    const [flag, inline] = args[i]!.split('=', 2) as [string, string?]
    if (flag === '--demo' || flag === '--empty') found['seed'] = flag.slice(2)
    else if (flag === '--port' || flag === '--data' || flag === '--host') {
      const value = inline ?? args[++i]
      if (value === undefined) throw new ConfigError(`${flag} needs a value`)
      found[flag.slice(2)] = value
    } else throw new ConfigError(`unknown option ${flag}; known are --port, --host, --data, --demo, --empty`)
  }
  return found
}

/** The configuration, or one error that names everything that is wrong at once. */
export const readConfig = (args: readonly string[], env: NodeJS.ProcessEnv = process.env): Config => {
  const raw: Record<string, string> = {}
  for (const [key, name] of Object.entries(environment)) if (env[name]) raw[key] = env[name]
  const parsed = Config.safeParse({ ...raw, ...fromFlags(args) })
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `  ${environment[issue.path[0] as keyof Config]}: ${issue.message}`)
  throw new ConfigError(`The configuration is not usable:\n${lines.join('\n')}`)
}
