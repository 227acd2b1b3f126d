import { type Logger, pino } from 'pino'

export type { Logger }

type Explained = { type: string; message: string; stack?: string | undefined; cause?: Explained } & Record<string, unknown>

/** What of a database error says where it is wrong; its other fields hold the connection, the statement and, in `detail`, guests' data. */
const placeNames = ['code', 'table', 'column', 'constraint', 'routine', 'syscall']

/** Only what explains an error: errors carry whole connections and the values of a row, which do not belong in a log. */
export const explain = (error: unknown): Explained => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const fields = error as unknown as Record<string, unknown>
  // Class 22: the message of a data exception repeats the data.
  const quotes = typeof fields['code'] === 'string' && fields['code'].startsWith('22')
  const message = quotes ? 'data exception' : error.message
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  const known = placeNames.filter((name) => typeof fields[name] === 'string').map((name) => [name, fields[name]])
  return {
    type: error.constructor.name,
    message,
    ...Object.fromEntries(known),
    ...(frames?.length ? { stack: frames.join('\n') } : {}),
    ...(error.cause === undefined ? {} : { cause: explain(error.cause) }),
  }
}

/** JSON lines on standard error. Guests' data never belongs in a log: callers log ids, and these keys are removed in case they do not. */
export const makeLogger = (level: string): Logger =>
  pino(
    {
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
    pino.destination({ dest: 2, sync: false }),
  )
