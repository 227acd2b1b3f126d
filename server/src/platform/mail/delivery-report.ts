import type { Email } from 'postal-mime'

/** That a mail of ours came back, or arrived: of a delivery status notification (RFC 3464). */
export type DeliveryReport = {
  /** Null = not given up yet, or handed on to where nobody reports. */
  outcome: 'failed' | 'delivered' | null
  /** In the words of the machine that refused it, without addresses. */
  reason: string | null
}

const reasonLength = 200
/** Fields of one block: `Name: value`, going on in lines that begin with a space (RFC 822). */
const fieldsOf = (block: string): Map<string, string> =>
  new Map(
    block
      .replaceAll(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
        return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const]
      }),
  )

/** `5.1.1 smtp; 550 No such user` as it reads best: "550 No such user", else the bare status. */
const reasonOf = (fields: Map<string, string>): string | null => {
  const said = fields.get('diagnostic-code')?.replace(/^[\w-]+;\s*/, '') || fields.get('status')
  return (
    said
      ?.replaceAll(/<?[^\s<>]+@[^\s<>]+>?:?/g, '…')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, reasonLength) || null
  )
}

/** Undefined = no such notification. A mail of ours has one recipient, so the first one that is reported is meant. */
export const reportOf = ({ attachments }: Email): DeliveryReport | undefined => {
  const part = attachments.find(({ mimeType }) => mimeType.toLowerCase() === 'message/delivery-status')
  if (!part) return undefined
  const { content } = part
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  const fields = text
    .split(/\r?\n[ \t]*\r?\n/)
    .map(fieldsOf)
    .find((block) => block.has('action'))
  if (!fields) return undefined
  const action = fields.get('action')?.toLowerCase()
  // Given up, also where its status says that another time would have done (RFC 3464 §2.3.3).
  if (action === 'failed') return { outcome: 'failed', reason: reasonOf(fields) }
  return { outcome: action === 'delivered' ? 'delivered' : null, reason: null }
}
