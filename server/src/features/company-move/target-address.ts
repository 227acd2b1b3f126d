import { guardedSend } from '#src/platform/net/guarded-send.ts'

/** Where this installation is asked for, as far as its settings say it. */
export type OwnAddress = { readonly publicUrl?: string | undefined; readonly publicBookingUrl?: string | undefined }

const isOwn = ({ origin }: URL, { publicUrl, publicBookingUrl }: OwnAddress): boolean =>
  [publicUrl, publicBookingUrl].some((text) => text !== undefined && URL.parse(text)?.origin === origin)

/** The address as callers are told it from then on: scheme, host and port, and nothing that is not for everybody. Else, what is wrong with it. */
export const readTarget = (text: string, own: OwnAddress): { url: string } | { fault: string } => {
  // `URL` drops line breaks and what is empty after "?", "#" and "@".
  const url = /^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text) ? URL.parse(text) : null
  if (!url)
    return {
      fault:
        '--to is the address of the other installation alone, such as https://eu2.example.com: every channel is told it, so without a user, a password, a path, blanks, "?" and "#"',
    }
  if (isOwn(url, own))
    return { fault: '--to is the address of this installation: callers would be sent in a circle. Name that of the other one' }
  return { url: url.origin }
}

const askedMs = 5000
const answersAs = async (url: string): Promise<'tablewire' | 'other' | 'nobody'> => {
  try {
    const { status, text } = await guardedSend(
      `${url}/healthz`,
      { origins: [url] },
      { method: 'GET', headers: {}, timeoutMs: askedMs, longest: 1000 },
    )
    return status === 200 && /^\{"status":"ok"\}$/.test(text) ? 'tablewire' : 'other'
  } catch {
    return 'nobody'
  }
}

/** Said and no more: from this machine the way there may be another one than from the callers'. */
export const targetWarning = async (url: string): Promise<string | undefined> => {
  const found = await answersAs(url)
  if (found === 'tablewire') return undefined
  const seen = found === 'nobody' ? `nobody answers at ${url}/healthz` : `what answers at ${url}/healthz is no Tablewire`
  return `Warning: ${seen}. Callers of the company are sent to ${url} after the switch, and that is not changed later: make sure that it is right.`
}
