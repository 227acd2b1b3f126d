import { z } from 'zod/mini'
import { isCountry, isCurrency } from './places.rules.ts'
import { isOneLine, oneLine, plainLines, readable } from './text.rules.ts'

/** The five languages of portal, guests' mails and error texts. English is default and fallback (SE4). */
export const langs = ['en', 'es', 'fr', 'de', 'nl'] as const
export const Lang = z.enum(langs)
export type Lang = z.infer<typeof Lang>

export const Id = z.uuid()
export const IdParams = z.object({ id: Id })
/** An instant, RFC 3339; answers are always UTC (`Z`). */
export const Instant = z.iso.datetime({ offset: true })
/** Years that the database and all calendars support. A value that does not begin with a year is reported once, by its format. */
const isKnownYear = (date: string): boolean => !/^\d{4}-/.test(date) || (date >= '1900' && date < '2200')
/** No place on Earth is further from UTC, and the database takes nothing beyond 16 hours. */
const isKnownOffset = (instant: string): boolean => (/[+-](\d{2}):\d{2}$/.exec(instant)?.[1] ?? '00') <= '14'
/** An instant as input, in a query or a body. */
export const GivenInstant = z.iso
  .datetime({ offset: true })
  .check(z.refine((instant) => isKnownYear(instant) && isKnownOffset(instant), 'date'))
/** A calendar date in the venue's own zone, of a year from 1900 to 2199: others the database or a calendar may not know. */
export const LocalDate = z.iso.date().check(z.refine(isKnownYear, 'date'))
/** A wall-clock time in the venue's own zone, `HH:mm`. */
export const LocalTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
/** Money there is (ISO 4217), and a country there is (ISO 3166-1): for what is entered. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/), z.refine<string>(isCurrency, 'currency'))
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/), z.refine<string>(isCountry, 'country'))
/** Written like one: for what others say of their guests, and for searching. */
export const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/))

/** No control characters but line breaks and tabs, and no half of a surrogate pair: neither can be stored. */
const writable = z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff]*$/u)

const single = z.refine<string>(isOneLine, 'one_line')
/** One line that people type, up to `max` characters, trimmed. What cannot stand in a line is refused: breaks, control characters, signs that turn text. */
export const text = (max: number) => z.string().check(z.trim(), z.overwrite(readable), z.minLength(1), z.maxLength(max), writable, single)
/** Like `text`, but may be empty. */
export const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), writable, single)
/** One line that a partner's program sends on from somebody else, such as a guest's name: what cannot stand in a line is taken out, nothing is lost. */
export const partnerText = (max: number) => z.string().check(z.overwrite(oneLine), z.minLength(1), z.maxLength(max), writable)
/** Like `partnerText`, but may be empty. */
export const partnerLine = (max: number) => z.string().check(z.overwrite(oneLine), z.maxLength(max), writable)
/** Several lines, or none: line breaks and tabs stay. */
export const note = (max: number) => z.string().check(z.overwrite(plainLines), z.maxLength(max), writable)
/** Like `note`, but not empty. */
export const prose = (max: number) =>
  z.string().check(z.overwrite(plainLines), z.overwrite(readable), z.minLength(1), z.maxLength(max), writable)
export const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max))

/** A whole number in a query string. */
export const queryInt = (min: number, max: number) =>
  z.pipe(z.string().check(z.regex(/^-?\d{1,12}$/)), z.pipe(z.transform(Number), whole(min, max)))
/** `1`, `true`, `0`, `false` in a query string. */
export const queryFlag = z.pipe(
  z.enum(['1', 'true', '0', 'false']),
  z.transform((v) => v === '1' || v === 'true'),
)
/** A filter with several values: `filters[x]=a,b` or repeated. */
export const queryList = <T extends z.ZodMiniType<unknown, string>>(item: T) =>
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.pipe(
      z.transform((v: string | string[]) =>
        [v]
          .flat()
          .flatMap((one) => one.split(','))
          .filter((one) => one !== ''),
      ),
      z.array(item).check(z.maxLength(1000)),
    ),
  )

/** Pagination: `offset`, `limit` (default 50, at most 200; -1 = all where the call says so), `after` = the keyset cursor `next` of the page before. */
export const pageQuery = {
  offset: z.optional(queryInt(0, 10_000_000)),
  limit: z.optional(queryInt(1, 200)),
  after: z.optional(z.string().check(z.maxLength(400))),
}

/** One page of a list: `total` is exact, `next` is the cursor of the following page or null. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ data: z.array(item), total: z.int(), next: z.optional(z.nullable(z.string())) })
/** The same for channels, who are always told whether there is more. */
export const bcPageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ total: z.int(), data: z.array(item), next: z.nullable(z.string()) })
