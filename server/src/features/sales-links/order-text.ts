import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { askModel } from './ask-model.ts'
import { checkText } from './check-text.ts'
import { figuresOf, type SalesFigures } from './figures.ts'
import { hashOf, modelFacts } from './model-facts.ts'
import type {} from './sales-rows.ts'

type Ordered = { linkId: string; lang: Lang }
type About = Ordered & { figures: SalesFigures }

/** Not tried again by the job: rules have words meanwhile, and who looks an hour later has it asked anew. */
export const writeTextJob = defineJob<Ordered>('sales_links.write_text', 0)
const patienceMinutes = 60

/** What the model wrote about these very figures; undefined = the rules' words are shown. */
export const modelTextOf = async (ctx: Ctx, { linkId, lang, figures }: About): Promise<string | undefined> => {
  if (!ctx.ports.config.salesModelUrl) return undefined
  const row = await ctx.db
    .selectFrom('salesTexts')
    .select('said')
    .where('linkId', '=', linkId)
    .where('lang', '=', lang)
    .where('figuresHash', '=', hashOf(modelFacts(figures)))
    .executeTakeFirst()
  return row?.said ?? undefined
}

/** Has the model asked once about figures it was not asked about; of many readers at the same moment one does. */
export const orderText = async (ctx: Ctx, { linkId, lang, figures }: About): Promise<void> => {
  if (!ctx.ports.config.salesModelUrl) return
  const hash = hashOf(modelFacts(figures))
  await transaction(ctx, async (inner) => {
    const now = inner.clock()
    const { rows } = await sql`
      insert into sales_texts as t (link_id, lang, figures_hash, state, at) values (${linkId}, ${lang}, ${hash}, 'asked', ${now.toString()}::timestamptz)
      on conflict (link_id, lang) do update set figures_hash = excluded.figures_hash, state = 'asked', said = null, reason = null, at = excluded.at
      where t.figures_hash <> excluded.figures_hash
        or (t.state in ('asked', 'failed') and t.at < ${now.subtract({ minutes: patienceMinutes }).toString()}::timestamptz)
      returning link_id`.execute(inner.db)
    if (rows.length) await inner.ports.jobs.enqueue(inner, writeTextJob, { linkId, lang })
  })
}

/** The model is asked with nothing held, and what it says is kept only where every number in it is ours. */
export const writeText = async (ctx: Ctx, { linkId, lang }: Ordered): Promise<void> => {
  if (!ctx.ports.config.salesModelUrl) return
  const link = await ctx.db.selectFrom('salesLinks').select('venueId').where('id', '=', linkId).executeTakeFirst()
  const figures = link && (await figuresOf(ctx, link.venueId))
  if (!figures) return
  const facts = modelFacts(figures)
  const answer = await askModel(ctx, facts, lang)
  const checked = 'said' in answer ? checkText(answer.said, facts, lang) : answer
  const kept =
    'text' in checked
      ? ({ state: 'written', said: checked.text, reason: null } as const)
      : 'refused' in checked
        ? ({ state: 'refused', said: null, reason: checked.refused } as const)
        : ({ state: 'failed', said: null, reason: checked.failed } as const)
  if (kept.state !== 'written')
    ctx.log.warn({ linkId, lang, reason: kept.reason }, `a language model’s words for a sales page ${kept.state}: rules’ words are shown`)
  await ctx.db
    .updateTable('salesTexts')
    .set({ ...kept, figuresHash: hashOf(facts), at: ctx.clock().toString() })
    .where('linkId', '=', linkId)
    .where('lang', '=', lang)
    .execute()
}
