import type { Lang } from '@tablewire/contracts/kit/wire'
import type { FastifyRequest } from 'fastify'
import { escapeHtml } from '../html.ts'
import { againPhrases } from './again-phrases.ts'

/** What a form sent, to be sent once more as it was. */
export type Sent = { action: string; fields: readonly (readonly [name: string, value: string])[] }

/** More than all fields of any form take; what is larger is no form of ours. */
const longest = 60_000

/**
 * Of a form whose answer failed: its fields of these names, at the address it was sent to. Undefined = nothing was read of it, or more than can be given
 * back whole. A request names its address itself, so no other host is ever taken from it.
 */
export const sentForm = ({ method, url, body }: FastifyRequest, isField: (name: string) => boolean): Sent | undefined => {
  if (method !== 'POST' || typeof body !== 'object' || body === null) return undefined
  const fields = Object.entries(body)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isField(entry[0]))
    // No page holds this sign, and no text of a database.
    .map(([name, value]) => [name, value.replaceAll('\0', '')] as const)
  const action = `/${url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/^[\\/]+/, '')}`
  const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, action.length)
  return length > longest ? undefined : { action, fields }
}

type Around = {
  /** Of the form, for buttons elsewhere on the page. */ id?: string
  /** Fields that are shown, in the place of the hidden ones of their names. */ inside?: Readonly<Record<string, string>>
}
/** What a page says instead of an answer: that nothing is lost, with the same form behind one button. */
export const sayAgain = ({ action, fields }: Sent, lang: Lang, { id, inside = {} }: Around = {}): { title: string; body: string } => {
  const { title, text, send } = againPhrases[lang]
  const hidden = fields
    .filter(([name]) => !Object.hasOwn(inside, name))
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
  const body =
    `<p>${escapeHtml(text)}</p><form method="post" action="${escapeHtml(action)}"${id === undefined ? '' : ` id="${id}"`}>` +
    `${hidden.join('')}${Object.values(inside).join('')}<p><button class="act">${escapeHtml(send)}</button></p></form>`
  return { title, body }
}
