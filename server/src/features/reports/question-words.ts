import { addressOf } from '@tablewire/contracts/analytics/question.rules'
import type { ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Ask, Query } from '#src/features/analytics-questions/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { fill } from '#src/platform/phrases.ts'
import { reportPhrases } from './report-phrases.ts'

type Line = readonly [label: string, value: string]
/** More names than these are a number. */
const namedAtMost = 40

/** The page with this question. */
export const pageOf = (origin: string, question: Query): string =>
  `${origin}/analytics/reservations?${new URLSearchParams(addressOf(question)).toString()}`

type Kind = 'company' | 'brand' | 'channel' | 'system'
/** Things stand in a file by name; whoever asks has been shown that they are there. */
const namesOf = async (ctx: Ctx, { companyId, brandId, channelId, rmsId }: Query): Promise<Record<Kind, string | undefined>> => {
  const { rows } = await sql<{ kind: Kind; name: string }>`
    select 'company' as kind, name from companies where id = ${companyId ?? null}::uuid
    union all select 'brand', name from groups where id = ${brandId ?? null}::uuid
    union all select 'channel', name from channel_names where id = any(${[...(channelId ?? [])]}::uuid[])
    union all select 'system', name from known_systems where id = any(${[...(rmsId ?? [])]}::uuid[]) order by 1, 2`.execute(ctx.db)
  const named = (wanted: Kind): string | undefined =>
    rows
      .filter(({ kind }) => kind === wanted)
      .slice(0, namedAtMost)
      .map(({ name }) => name)
      .join(', ') || undefined
  return { company: named('company'), brand: named('brand'), channel: named('channel'), system: named('system') }
}

const few = (values: readonly string[], more: string): string =>
  values.length > namedAtMost
    ? `${values.slice(0, namedAtMost).join(', ')} ${fill(more, { count: values.length - namedAtMost })}`
    : values.join(', ')

const momentWord = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`

/** The question in words, with the days that were really counted. */
export const questionInWords = async (
  ctx: Ctx,
  { question, ask, answer, lang }: { question: Query; ask: Ask; answer: ReservationAnalytics; lang: Lang },
): Promise<Line[]> => {
  const { filters, values } = reportPhrases[lang]
  const { span, compared, until, cutAt, asOf } = answer
  const names = await namesOf(ctx, question)
  const venues = ask.venues.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, lang))
  const zones = [...new Set(ask.venues.map(({ zone }) => zone))].toSorted()
  const lines: [string, string | undefined][] = [
    [filters.basis, values[ask.basis]],
    [filters.span, `${span.from} – ${span.to}`],
    [filters.compared, compared ? `${compared.from} – ${compared.to}` : values.nothing],
    [filters.aligned, compared && question.compare !== 'custom' ? values[question.align ?? 'weekday'] : undefined],
    [filters.until, until ?? undefined],
    [filters.cut, cutAt ? momentWord(cutAt) : undefined],
    [filters.steps, values[ask.period]],
    [filters.venues, question.venueId ? few(venues, values.more) : fill(values.allVenues, { count: venues.length })],
    [filters.company, names.company],
    [filters.brand, names.brand],
    [filters.channels, names.channel],
    [filters.systems, names.system],
    [filters.sizes, ask.sizes?.join(', ')],
    [filters.canceled, ask.excludeCanceled ? values.no : values.yes],
    [filters.zones, few(zones, values.more)],
    [filters.asOf, momentWord(asOf)],
  ]
  return lines.filter((line): line is [string, string] => line[1] !== undefined)
}
