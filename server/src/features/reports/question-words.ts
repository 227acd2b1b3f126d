import { addressOf } from '@tablewire/contracts/analytics/question.rules'
import type { ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Ask, Query } from '#src/features/analytics-questions/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { fill } from '#src/platform/phrases.ts'
import { knownSystem } from './report-filters.ts'
import { reportPhrases } from './report-phrases.ts'

type Line = readonly [label: string, value: string]
/** More names than these are a number. */
const namedAtMost = 40

/** The page with this question. */
export const pageOf = (origin: string, question: Query): string =>
  `${origin}/analytics/reservations?${new URLSearchParams(addressOf(question)).toString()}`

type Kind = 'company' | 'brand' | 'channel' | 'system'
/** Things stand in a file by name; whoever asks has been shown that they are there. */
const namesOf = async (
  ctx: Ctx,
  { companyId, brandId, channelId, rmsId }: Pick<Query, 'companyId' | 'brandId' | 'channelId' | 'rmsId'>,
): Promise<Record<Kind, string | undefined>> => {
  const { rows } = await sql<{ kind: Kind; name: string }>`
    select 'company' as kind, name from companies where id = ${companyId ?? null}::uuid
    union all select 'brand', name from groups where id = ${brandId ?? null}::uuid
    union all select 'channel', name from channel_names where id = any(${[...(channelId ?? [])]}::uuid[])
    union all select 'system', name from known_systems s where id = any(${[...(rmsId ?? [])]}::uuid[]) and ${knownSystem(ctx)} order by 1, 2`.execute(
    ctx.db,
  )
  const named = (wanted: Kind): string | undefined =>
    rows
      .filter(({ kind }) => kind === wanted)
      .slice(0, namedAtMost)
      .map(({ name }) => name)
      .join(', ') || undefined
  return { company: named('company'), brand: named('brand'), channel: named('channel'), system: named('system') }
}

/** What is said of every question; what one does not have, is undefined. */
type Said = {
  question: Pick<Query, 'venueId' | 'compare' | 'align'>
  venues: readonly { name: string }[]
  period: Ask['period']
  answer: Pick<ReservationAnalytics, 'span' | 'compared'> & Partial<Pick<ReservationAnalytics, 'until' | 'cutAt'>>
  places: { company?: string | undefined; brand?: string | undefined }
  lang: Lang
}
type MaybeLine = readonly [label: string, value: string | undefined]

const few = (values: readonly string[], more: string): string =>
  values.length > namedAtMost
    ? `${values.slice(0, namedAtMost).join(', ')} ${fill(more, { count: values.length - namedAtMost })}`
    : values.join(', ')

/** A moment as files tell it. */
export const momentWord = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`

/** Which days of which venues, with what they are compared. */
const placeLines = ({ question, venues, period, answer, places, lang }: Said): MaybeLine[] => {
  const { filters, values } = reportPhrases[lang]
  const { span, compared, until, cutAt } = answer
  const names = venues.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, lang))
  return [
    [filters.span, `${span.from} – ${span.to}`],
    [filters.compared, compared ? `${compared.from} – ${compared.to}` : values.nothing],
    [filters.aligned, compared && question.compare !== 'custom' ? values[question.align ?? 'weekday'] : undefined],
    [filters.until, until ?? undefined],
    [filters.cut, cutAt ? momentWord(cutAt) : undefined],
    [filters.steps, values[period]],
    [filters.venues, question.venueId ? few(names, values.more) : fill(values.allVenues, { count: names.length })],
    [filters.company, places.company],
    [filters.brand, places.brand],
  ]
}

const said = (lines: readonly MaybeLine[]): Line[] => lines.filter((line): line is Line => line[1] !== undefined)

type PlaceQuestion = Said['question'] & Pick<Query, 'from' | 'to' | 'companyId' | 'brandId'>
/** A question about venues in words; `more` stands before the moment it was counted at. */
export const venueQuestionInWords = async (
  ctx: Ctx,
  {
    question,
    more = [],
    ...rest
  }: Omit<Said, 'places' | 'question'> & {
    question: PlaceQuestion
    answer: Said['answer'] & Pick<ReservationAnalytics, 'asOf'>
    more?: readonly MaybeLine[]
  },
): Promise<Line[]> => {
  const { companyId, brandId } = question
  const { company, brand } = await namesOf(ctx, { companyId, brandId })
  const { filters } = reportPhrases[rest.lang]
  return said([...placeLines({ question, ...rest, places: { company, brand } }), ...more, [filters.asOf, momentWord(rest.answer.asOf)]])
}

/** The question in words, with the days that were really counted. */
export const questionInWords = async (
  ctx: Ctx,
  { question, ask, answer, lang }: { question: Query; ask: Ask; answer: ReservationAnalytics; lang: Lang },
): Promise<Line[]> => {
  const { filters, values } = reportPhrases[lang]
  const { venues, period } = ask
  const names = await namesOf(ctx, question)
  const zones = [...new Set(venues.map(({ zone }) => zone))].toSorted()
  return said([
    [filters.basis, values[ask.basis]],
    ...placeLines({ question, venues, period, answer, places: names, lang }),
    [filters.channels, names.channel],
    [filters.systems, names.system],
    [filters.sizes, ask.sizes?.join(', ')],
    [filters.canceled, ask.excludeCanceled ? values.no : values.yes],
    [filters.zones, few(zones, values.more)],
    [filters.asOf, momentWord(answer.asOf)],
  ])
}
