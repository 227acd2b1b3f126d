import { json, jsonIn, type Reply, type Route } from '../http/router.ts'
import { type Access, byWhatsapp } from './hub.ts'
import type { Phones, Shown } from './phones.ts'

type Parameter = { type?: string; text?: string }
type Template = { name?: string; language?: { code?: string }; components?: { parameters?: Parameter[] }[] }
type Asked = { to?: string; type?: string; text?: { body?: string }; template?: Template; biz_opaque_callback_data?: string }
type Carrier = { phones: Phones; access: Access; take(to: string, text: Pick<Shown, 'text' | 'ref' | 'deliveryUrl'>): void }
type Words = { words: string } | { refused: Reply }

/** Meta's own form of an error. */
const refused = (code: number, message: string, status = 400): { refused: Reply } => ({
  refused: json({ error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, fbtrace_id: 'AbCdEfGhIjK' } }, status),
})

/** Of an approved template: one variable, on one line. */
const templateWords = ({ access }: Carrier, { name, language, components = [] }: Template): Words => {
  const [body, ...others] = components.flatMap(({ parameters = [] }) => parameters)
  if (name !== access.username || !language?.code) return refused(132_001, 'Template name does not exist in the translation')
  if (others.length || !body?.text) return refused(132_000, 'Number of parameters does not match the expected number of params')
  if (/[\n\t]| {4}/.test(body.text)) return refused(132_018, 'Parameters cannot have new lines, tabs or more than four spaces in a row')
  return { words: body.text }
}
const dayMs = 86_400_000
/** Free words go to whoever has written within a day. */
const freeWords = ({ phones }: Carrier, to: string, text: string): Words => {
  const hasWritten = phones.on(`+${to}`).some(({ way, at }) => way === 'in' && Date.now() - Date.parse(at) < dayMs)
  return hasWritten ? { words: text } : refused(131_047, 'Re-engagement message')
}

/** WhatsApp's Cloud API, as much of it as a message needs, with Meta's errors. */
export const whatsappRoutes = (carrier: Carrier, orFault: (taking: () => Reply) => Reply): Route[] => [
  {
    method: 'POST',
    path: '/whatsapp/:id/messages',
    act: (request) => {
      const { access } = carrier
      if (request.headers.authorization !== `Bearer ${access.secret}`) return refused(190, 'Invalid OAuth access token', 401).refused
      if (request.params['id'] !== access.numberId) return refused(100, 'Unsupported post request').refused
      const { to = '', type, text, template = {}, biz_opaque_callback_data: ref = '' } = (jsonIn(request) ?? {}) as Asked
      if (!/^\d{6,15}$/.test(to)) return refused(131_009, 'Parameter value is not valid').refused
      const said = type === 'text' ? freeWords(carrier, to, text?.body ?? '') : templateWords(carrier, template)
      if ('refused' in said) return said.refused
      return orFault(() => {
        carrier.take(`+${to}`, { text: said.words, ref, deliveryUrl: byWhatsapp })
        return json({ messaging_product: 'whatsapp', contacts: [{ input: to, wa_id: to }], messages: [{ id: `wamid.${Date.now()}` }] })
      })
    },
  },
]
