import { sayFault } from '@tablewire/contracts/phrases/faults'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { brandOfCompany, mailBrand } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { sql } from 'kysely'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import { pausedPhrases } from './paused-phrases.ts'

export const pausedMailJob = defineJob<{ endpointId: string }>('webhooks.mail_paused', 12)

/** Notifies the partner's people that the endpoint is paused, and what to do. */
export const mailPaused = async (ctx: Ctx, { endpointId }: { endpointId: string }): Promise<void> => {
  const endpoint = await ctx.db
    .selectFrom('webhookEndpoints as e')
    .leftJoin('channels as c', 'c.id', 'e.channelId')
    .leftJoin('systems as s', 's.id', 'e.systemId')
    .select(['e.url', 'e.lastError', 'e.failingSince', 'e.channelId', 'e.systemId', 'c.name as channelName', 's.name as systemName'])
    .where('e.id', '=', endpointId)
    .where('e.state', '=', 'paused')
    .executeTakeFirst()
  if (!endpoint) return
  const { channelId, systemId } = endpoint
  const { rows: people } = await sql<{ id: string; firstName: string; email: string; lang: string | null; companyId: string | null }>`
    select u.id, u.first_name, u.email, u.lang, u.company_id from users u
    where u.disabled_at is null and u.id in (
      select cu.user_id from channel_users cu where cu.channel_id = ${channelId}
      union select su.user_id from system_users su where su.system_id = ${systemId})`.execute(ctx.db)
  for (const reader of people) {
    const brand = await brandOfCompany(ctx, reader.companyId, '')
    const lang = (reader.lang as Lang | null) ?? 'en'
    const phrases = pausedPhrases[lang]
    const values = {
      name: reader.firstName,
      channel: endpoint.channelName ?? endpoint.systemName ?? '',
      url: endpoint.url,
      brand: brand.name,
    }
    const rendered = renderMail({
      brand: mailBrand(brand, ctx.ports.config.publicUrl ?? ''),
      title: fill(phrases.heading, values),
      paragraphs: [phrases.greeting, ...Object.values(phrases.text)].map((text) => fill(text, values)),
      details: [
        [phrases.address, endpoint.url],
        [phrases.reason, sayFault(endpoint.lastError ?? '', lang)],
      ],
      footer: fill(phrases.footer, values),
      dir: 'ltr',
      lang,
    })
    const from = `${brand.name.replace(/[<>"\r\n]/g, '')} <${oneAddress(ctx.ports.config.mailFrom).address}>`
    const id = `paused.${endpointId}.${Date.parse(endpoint.failingSince ?? '')}.${reader.id}`
    await sendOnce(ctx, { id, to: reader.email, from, subject: fill(phrases.subject, values), ...rendered })
  }
}
