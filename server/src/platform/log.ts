import { type DestinationStream, type Logger, pino } from 'pino'
import { stopwatchMs } from './clock.ts'
import { isPassing, outageOf } from './db/outage.ts'
import { SecretError } from './secrets/secrets.ts'

export type { Logger }

type ErrorDetails = { type: string; message: string; stack?: string | undefined; cause?: ErrorDetails } & Record<string, unknown>

/** Fields of a database error that locate it; the others hold the connection, the statement and, in `detail`, guests' data. */
const placeNames = ['code', 'table', 'column', 'constraint', 'routine', 'syscall']

/** Conditions that last until an operator acts or the database is back: a stack trace explains nothing. */
const isStanding = (error: unknown): boolean => error instanceof SecretError || (outageOf(error) !== undefined && !isPassing(error))

/** Throttle: every unit of work would repeat the message, so each kind is logged once a minute. */
const oncePerMinute = (nowMs = stopwatchMs): ((line: string) => boolean) => {
  const loggedAt = new Map<string, number>()
  return (line) => {
    const at = loggedAt.get(line)
    if (at !== undefined && nowMs() - at < 60_000) return false
    if (loggedAt.size > 500) loggedAt.clear()
    loggedAt.set(line, nowMs())
    return true
  }
}

/** Only what explains an error: errors carry whole connections and the values of a row, which do not belong in a log. */
export const explain = (error: unknown): ErrorDetails => {
  const fields = (error ?? {}) as Record<string, unknown>
  // The job queue passes copies of errors.
  if (typeof fields['message'] !== 'string') return { type: typeof error, message: 'not an error' }
  // Class 22: the message of a data exception repeats the data.
  const quotes = typeof fields['code'] === 'string' && fields['code'].startsWith('22')
  const message = quotes ? 'data exception' : fields['message']
  const frames = typeof fields['stack'] === 'string' ? fields['stack'].split('\n').filter((line) => /^\s+at /.test(line)) : []
  const known = placeNames.filter((name) => typeof fields[name] === 'string').map((name) => [name, fields[name]])
  return {
    type: fields.constructor.name,
    message,
    ...Object.fromEntries(known),
    ...(frames.length && !isStanding(error) ? { stack: frames.join('\n') } : {}),
    ...(fields['cause'] === undefined ? {} : { cause: explain(fields['cause']) }),
  }
}

/** JSON lines on standard error. Guests' data never belongs in a log: callers log ids, and these keys are redacted in case they do not. */
export const makeLogger = (level: string, destination: DestinationStream = pino.destination({ dest: 2, sync: false })): Logger => {
  const mayBeSaid = oncePerMinute()
  return pino(
    {
      hooks: {
        logMethod(args, method) {
          const [fields, text] = args as unknown as [{ err?: unknown } | undefined, unknown]
          const error = fields?.err
          if (isStanding(error) && !mayBeSaid(`${String(text)} ${(error as { code?: string }).code ?? (error as Error).name}`)) return
          method.apply(this, args)
        },
      },
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: explain },
      redact: {
        paths: [
          'email',
          'phone',
          'guest',
          'contact',
          'password',
          'token',
          '*.email',
          '*.phone',
          '*.password',
          '*.token',
          'headers.authorization',
        ],
        remove: true,
      },
    },
    destination,
  )
}
