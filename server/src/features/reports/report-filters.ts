import { type ReportFilter, reportFilters, type StandingQuestion } from '@tablewire/contracts/analytics/reports'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inSightOf } from '#src/features/analytics-questions/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** More of one field than these are a number on every screen. */
const namedAtMost = 10

type Field = ReportFilter['field']
const idsOf = (question: StandingQuestion, field: Field): readonly string[] => {
  const value = question[field]
  return [...new Set((typeof value === 'string' ? [value] : (value ?? [])).map((id) => id.toLowerCase()))]
}

/** On `known_systems s`: whoever asks knows of it, as its own people do, or by a house that stands in it. Anybody's question may name any id. */
export const knownSystem = (ctx: Ctx): RawBuilder<SqlBool> =>
  ctx.scope.kind === 'all' || ctx.scope.kind === 'system'
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from venues v where v.system_id = s.id and ${inScope(ctx, 'v.id')})`

/** What reports are narrowed down by, in words. */
export const filtersOf = async (ctx: Ctx, questions: readonly StandingQuestion[]): Promise<ReportFilter[][]> => {
  const of = (field: Field): string[] => [...new Set(questions.flatMap((question) => idsOf(question, field)))]
  const ids = { venueId: of('venueId'), companyId: of('companyId'), brandId: of('brandId'), channelId: of('channelId'), rmsId: of('rmsId') }
  if (Object.values(ids).every(({ length }) => length === 0)) return questions.map(() => [])
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from venues where id = any(${ids.venueId}::uuid[])
    union all select id, name from companies where id = any(${ids.companyId}::uuid[])
    union all select id, name from groups where id = any(${ids.brandId}::uuid[])
    union all select id, name from channel_names where id = any(${ids.channelId}::uuid[])
    union all select id, name from known_systems s where id = any(${ids.rmsId}::uuid[]) and ${knownSystem(ctx)}`.execute(ctx.db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const sight = await inSightOf(ctx, ids)
  const named = (question: StandingQuestion, field: Field): ReportFilter[] => {
    const all = idsOf(question, field).map((id) => ({
      field,
      id,
      name: names.get(id) ?? null,
      gone: !sight.has(id) || (field === 'rmsId' && !names.has(id)),
    }))
    return [...all.filter(({ gone }) => gone), ...all.filter(({ gone }) => !gone).slice(0, namedAtMost)]
  }
  return questions.map((question) => reportFilters.flatMap((field) => named(question, field)))
}
