import { sayFault } from '@tablewire/contracts/phrases/faults'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { brandOfCompany, mailBrand } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { AddressError, oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { MailError } from '#src/platform/mail/mail.ts'
import { fill } from '#src/platform/phrases.ts'
import { pausedPhrases } from './paused-phrases.ts'

export const pausedMailJob = defineJob<{ endpointId: string }>('webhooks.mail_paused', 12)

/** Notifies the channel's people that the endpoint is paused, and what to do. */
export const mailPaused = async (ctx: Ctx, { endpointId }: { endpointId: string }): Promise<void> => {
  const endpoint = await ctx.db
    .selectFrom('webhookEndpoints as e')
    .innerJoin('channels as c', 'c.id', 'e.channelId')
    .select(['e.url', 'e.lastError', 'e.failingSince', 'e.channelId', 'c.name'])
    .where('e.id', '=', endpointId)
    .where('e.state', '=', 'paused')
    .executeTakeFirst()
  if (!endpoint) return
  const people = await ctx.db
    .selectFrom('channelUsers as cu')
    .innerJoin('users as u', 'u.id', 'cu.userId')
    .select(['u.firstName', 'u.email', 'u.lang', 'u.companyId'])
    .where('cu.channelId', '=', endpoint.channelId)
    .where('u.disabledAt', 'is', null)
    .execute()
  for (const reader of people) {
    const brand = await brandOfCompany(ctx, reader.companyId, '')
    const lang = (reader.lang as Lang | null) ?? 'en'
    const phrases = pausedPhrases[lang]
    const values = { name: reader.firstName, channel: endpoint.name, url: endpoint.url, brand: brand.name }
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
    try {
      await ctx.ports.mail.send(ctx, { to: reader.email, from, subject: fill(phrases.subject, values), ...rendered })
    } catch (error) {
      if (!(error instanceof AddressError) && !(error instanceof MailError && error.permanent)) throw error
      ctx.log.warn({ err: error, endpointId }, 'news of a paused webhook not mailed')
    }
  }
}
