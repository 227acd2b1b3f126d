import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Button = { id: string; pageId: string; type: string; url: string }
export type Page = { id: string; name: string; about: string; button: Button | null }
/** An app as it is set up at the developers' site. */
export type App = {
  id: string
  name: string
  secret: string
  redirectUris: readonly string[]
  deauthorizeUrl?: string
  dataDeletionUrl?: string
}
export type Token = { text: string; appId: string; personId: string; pageId: string | null; expiresAt: number }
export type Grant = { appId: string; personId: string; pages: readonly string[] }
type Stored = { pages: Page[]; apps: App[]; tokens: Token[]; grants: Grant[] }

const storedIn = (file: string | undefined): Partial<Stored> =>
  file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored) : {}
const saveAfterMs = 100

/** Meta's storage in one file; without a file only until it ends. Many changes at once are written once. */
export const openMemory = (file: string | undefined, firstPages: () => Page[]) => {
  const stored = storedIn(file)
  const pages = new Map((stored.pages ?? firstPages()).map((page) => [page.id, page]))
  const tokens = new Map((stored.tokens ?? []).map((token) => [token.text, token]))
  const { grants = [], apps = [] } = stored
  let waiting: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(waiting)
    if (waiting === undefined || file === undefined) return
    waiting = undefined
    const known: Stored = { pages: Array.from(pages.values()), apps, tokens: Array.from(tokens.values()), grants }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(known), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return {
    pages,
    tokens,
    grants,
    apps,
    flush,
    save: (): void => {
      if (file !== undefined) waiting ??= setTimeout(flush, saveAfterMs)
    },
  }
}
