import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { type App, type Button, type Grant, openMemory, type Page, type Token } from './memory.ts'

export type Person = { id: string; name: string; pages: readonly string[] }
type Code = { appId: string; personId: string; redirectUri: string; pages: readonly string[]; expiresAt: number }

const hourMs = 3_600_000
const sixtyDays = 60 * 24 * hourMs
const numberOf = (): string => `${randomInt(1, 9)}${Array.from({ length: 14 }, () => randomInt(0, 10)).join('')}`

const people: readonly Person[] = [
  { id: '10015550000001', name: 'Marta Costa', pages: ['100200300400501', '100200300400502'] },
  { id: '10015550000002', name: 'Jan Visser', pages: ['100200300400503'] },
  { id: '10015550000003', name: 'Nobody Special', pages: [] },
]
const firstPages = (): Page[] => [
  { id: '100200300400501', name: 'Marta’s Kitchen', about: 'Grill and wine', button: null },
  { id: '100200300400502', name: 'Marta’s Kitchen – Terrace', about: 'Above the roofs', button: null },
  { id: '100200300400503', name: 'Bistro Visser', about: 'Fish from the harbour', button: null },
]

/** People are known to each app by another number. */
const scoped = (appId: string, personId: string): string =>
  String(BigInt(`0x${createHmac('sha256', appId).update(personId).digest('hex').slice(0, 13)}`)).padStart(15, '1')

/** What Meta posts to an app by itself. */
const signedRequest = (app: App, personId: string, more: object = {}): string => {
  const said = { algorithm: 'HMAC-SHA256', user_id: scoped(app.id, personId), issued_at: Math.floor(Date.now() / 1000), ...more }
  const payload = Buffer.from(JSON.stringify(said)).toString('base64url')
  return `${createHmac('sha256', app.secret).update(payload).digest('base64url')}.${payload}`
}

/** What Meta knows: people, their pages, apps, and who allowed which app what; with a file also after a restart. */
export const makeWorld = (file?: string) => {
  const { pages, tokens, grants, apps, save, flush } = openMemory(file, firstPages)
  const codes = new Map<string, Code>()
  const give = (token: Omit<Token, 'text'>): Token => {
    const given = { ...token, text: `EAA${randomBytes(30).toString('hex')}` }
    tokens.set(given.text, given)
    save()
    return given
  }
  const drop = (appId: string, personId: string): void => {
    for (const [text, token] of tokens) if (token.appId === appId && token.personId === personId) tokens.delete(text)
    const at = grants.findIndex((grant) => grant.appId === appId && grant.personId === personId)
    if (at !== -1) grants.splice(at, 1)
    save()
  }
  return {
    save,
    flush,
    people,
    pages,
    apps,
    scoped,
    grants: (): readonly Grant[] => grants,
    app: (id: string | null | undefined) => apps.find((app) => app.id === id),
    addApp: (app: App): void => {
      apps.splice(0, apps.length, ...apps.filter(({ id }) => id !== app.id), app)
      save()
    },
    allow: (grant: Grant, redirectUri: string): string => {
      drop(grant.appId, grant.personId)
      grants.push(grant)
      const code = randomBytes(24).toString('base64url')
      codes.set(code, { ...grant, redirectUri, expiresAt: Date.now() + 10 * 60_000 })
      return code
    },
    /** Good once. */
    spendCode: (code: string): Code | undefined => {
      const found = codes.get(code)
      codes.delete(code)
      return found && found.expiresAt > Date.now() ? found : undefined
    },
    giveShort: (appId: string, personId: string) => give({ appId, personId, pageId: null, expiresAt: Date.now() + hourMs }),
    giveLong: (appId: string, personId: string) => give({ appId, personId, pageId: null, expiresAt: Date.now() + sixtyDays }),
    givePage: (token: Token, pageId: string) => give({ ...token, pageId }),
    token: (text: string): Token | undefined => tokens.get(text),
    pagesOf: ({ appId, personId }: Pick<Token, 'appId' | 'personId'>): Page[] =>
      (grants.find((grant) => grant.appId === appId && grant.personId === personId)?.pages ?? []).flatMap((id) => pages.get(id) ?? []),
    buttons: (): Button[] => Array.from(pages.values()).flatMap(({ button }) => button ?? []),
    newId: numberOf,
    drop,
    /** As after a change of the password: what was given before counts no more. */
    expireTokens: (): void => {
      for (const token of tokens.values()) token.expiresAt = 0
      save()
    },
    signedRequest,
  }
}
export type World = ReturnType<typeof makeWorld>
