import { attachmentBytesMax } from '@tablewire/contracts/onboarding/attachments.rules'
import { fileTypeFromBuffer } from 'file-type'
import { Problem } from '#src/platform/problem.ts'

type Known = { ending: string; contentType: string; endings: readonly string[] }
const known: Readonly<Record<string, Known>> = {
  'image/jpeg': { ending: 'jpg', contentType: 'image/jpeg', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/png': { ending: 'png', contentType: 'image/png', endings: ['png'] },
  'image/webp': { ending: 'webp', contentType: 'image/webp', endings: ['webp'] },
  'image/gif': { ending: 'gif', contentType: 'image/gif', endings: ['gif'] },
  'application/pdf': { ending: 'pdf', contentType: 'application/pdf', endings: ['pdf'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    ending: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: ['xlsx'],
  },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    ending: 'docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
  },
}
const plain: Known = { ending: 'txt', contentType: 'text/plain', endings: ['txt', 'text', 'log', 'md'] }
const table: Known = { ending: 'csv', contentType: 'text/csv', endings: ['csv', 'tsv'] }

/** Control characters that no text has; a tab, line breaks and a form feed it may have. */
const notInText = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/
/** What a browser might take for a page or a picture made of code: HTML, SVG, XML. */
const markup = /^\s*<(?:[!?a-z])/i
const readings = ['utf-8', 'utf-16le', 'windows-1252'] as const

/** With a byte order mark what it says; without one UTF-8, or what spreadsheets still write. */
const textIn = (content: Buffer): string | undefined => {
  const isWide = content[0] === 0xff && content[1] === 0xfe
  for (const encoding of isWide ? (['utf-16le'] as const) : readings.filter((one) => one !== 'utf-16le')) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(content)
      return notInText.test(text) ? undefined : text
    } catch {
      // Not in this one.
    }
  }
  return undefined
}

const extensionOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

const kindOf = async (content: Buffer, name: string): Promise<Known | undefined> => {
  const found = await fileTypeFromBuffer(content)
  if (found) return known[found.mime]
  const text = textIn(content)
  if (text === undefined || markup.test(text)) return undefined
  return table.endings.includes(extensionOf(name)) ? table : plain
}

/** Without a path, without what turns or breaks a line, and ending as what it is. */
const safeName = (name: string, { ending, endings }: Known): string => {
  const bare = name
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}"<>|:*?]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const fits = endings.includes(extensionOf(bare))
  const stem = fits ? bare.slice(0, bare.lastIndexOf('.')) : bare
  const last = fits ? extensionOf(bare) : ending
  return `${Array.from(stem || 'file')
    .slice(0, 180)
    .join('')}.${last}`
}

export type GivenFile = { name: string; content: Buffer }
export type RecognisedFile = GivenFile & { contentType: string; ending: string }

const megabyte = 1024 * 1024
const refused = (code: 'attachment.type' | 'attachment.too_large' | 'attachment.empty', values = {}): Problem =>
  new Problem(code, values, { content: [{ issue: 'invalid' }] })

const tooLarge = (bytes: number): Problem =>
  refused('attachment.too_large', { given: Math.ceil(bytes / megabyte), limit: attachmentBytesMax / megabyte })

/** Also before anything of it is read. */
export const attachmentUploads = { endpointId: 'onboardingMessages.attach', bytesMax: attachmentBytesMax, tooLarge }

/** By what is in it, whatever it is called. Pages and pictures made of code are none of it, as a text neither. */
export const recogniseFile = async ({ name, content }: GivenFile): Promise<RecognisedFile> => {
  if (content.length === 0) throw refused('attachment.empty')
  if (content.length > attachmentBytesMax) throw tooLarge(content.length)
  const kind = await kindOf(content, name)
  if (!kind) throw refused('attachment.type')
  return { name: safeName(name, kind), content, contentType: kind.contentType, ending: kind.ending }
}
