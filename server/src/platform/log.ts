import { type Logger, pino } from 'pino'

export type { Logger }

/** JSON lines on standard error. Guests' data never belongs in a log: callers log ids, and these keys are removed in case they do not. */
export const makeLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
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
