import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'

const templates = [
  {
    name: 'Sorry',
    lang: 'en',
    stars: [1, 2],
    texts: [
      'Dear {guest|guest}, we are sorry that the evening at {venue} was not what you hoped for. {sender}',
      'Thank you for being frank, {guest|dear guest}. {rating} is not what we work for; we are looking into it. {sender}, {venue}',
    ],
  },
  {
    name: 'Thank you',
    lang: 'en',
    stars: [4, 5],
    texts: [
      'Thank you, {guest|dear guest}! The whole team of {venue} is glad. {sender}',
      'How kind, {guest|dear guest}. See you soon at {venue}.',
    ],
  },
  {
    name: 'Danke',
    lang: 'de',
    stars: [4, 5],
    texts: [
      'Vielen Dank, {guest|lieber Gast}! Bis bald im {venue}. {sender}',
      'Das freut uns sehr, {guest|lieber Gast}. Ihr Team vom {venue}',
    ],
  },
  {
    name: 'Lo sentimos',
    lang: 'es',
    stars: [1, 2],
    texts: ['Lo sentimos, {guest|estimado cliente}. Lo hablamos hoy mismo con el equipo de {venue}. {sender}'],
  },
  { name: 'Merci', lang: 'fr', stars: [3, 4, 5], texts: ['Merci, {guest|cher client}, et à bientôt au {venue}. {sender}'] },
  { name: 'Bedankt', lang: 'nl', stars: [3, 4, 5], texts: ['Dank u wel, {guest|beste gast}. Tot ziens bij {venue}. {sender}'] },
]

/** Wordings for replies, for every house of the demo. */
export const writeTemplates = async ({ db, clock }: Ctx): Promise<void> => {
  const createdAt = clock().toString()
  const rows = templates.map(({ texts, ...template }) => ({ ...template, id: newId(), texts }))
  await db
    .insertInto('replyTemplates')
    .values(rows.map(({ texts: _texts, ...template }) => ({ ...template, companyId: null, brandId: null, createdAt })))
    .execute()
  const variants = rows.flatMap(({ id: templateId, texts }) =>
    texts.map((content, position) => ({ id: newId(), templateId, position, content })),
  )
  await db.insertInto('replyTemplateVariants').values(variants).execute()
}
