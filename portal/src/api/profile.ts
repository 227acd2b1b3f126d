import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { type Profile, session } from '@tablewire/contracts/identity/session'
import { keptSettings, mergedSettings } from '@tablewire/contracts/identity/settings.rules'
import { takeProfile } from './ability.ts'
import { ApiError } from './api-error.ts'
import { brand } from './brand.ts'
import { api } from './client.ts'
import { sessionStore } from './session.ts'
import { keepTabletLook } from './tablet-look.ts'

export type ProfilePatch = NonNullable<Sent<typeof session.updateUser>['body']>
type SettingsRecord = Readonly<Record<string, unknown>>
type Preferences = { lang?: Profile['lang']; settings?: SettingsRecord }

/** Debounce: the first change is saved at once, as the page may be left next; further ones in a row become one call. */
const gatherMs = 500
const nothing: SettingsRecord = {}
let unsent = nothing
let underWay = nothing
/** The last state confirmed by the server: a rejected change is rolled back to it. */
let confirmed: SettingsRecord | undefined
let sentAt = 0
/** Serialized calls, or an older one could win. */
let line = Promise.resolve()
let waiting: { timer: ReturnType<typeof setTimeout>; saved: PromiseWithResolvers<void> } | undefined

/** What was chosen here and is not confirmed yet, over what stands there. */
const over = (settings: SettingsRecord): Profile['settings'] => keptSettings(mergedSettings(mergedSettings(settings, underWay), unsent))

/** An answer that arrives while the user goes on choosing does not overwrite the choice. */
const takeAnswer = (profile: Profile): void => takeProfile({ ...profile, settings: over(profile.settings) })

/** SE1: saves one's own profile; the portal follows what the server answers. */
export const saveProfile = async (patch: ProfilePatch): Promise<void> => {
  const { userData } = sessionStore.get()
  if (!userData) return
  takeAnswer(await api(session.updateUser, { params: { id: userData.id }, body: patch }))
}

const sendSettings = async (id: string): Promise<void> => {
  const { userData } = sessionStore.get()
  if (userData?.id !== id || unsent === nothing) return
  ;[underWay, unsent] = [unsent, nothing]
  sentAt = Date.now()
  try {
    const answer = await api(session.updateUser, { params: { id }, body: { settings: underWay } }, { keepalive: true })
    underWay = nothing
    confirmed = unsent === nothing ? undefined : answer.settings
    takeAnswer(answer)
  } catch (error) {
    const now = sessionStore.get().userData
    const passing = error instanceof ApiError && error.passing
    // Unsent changes are retried with the next change, or when the connection is back; rejected ones are rolled back.
    if (passing) unsent = mergedSettings(underWay, unsent)
    underWay = nothing
    if (!passing && now?.id === id && confirmed) takeProfile({ ...now, settings: over(confirmed) })
    throw error
  }
}

/** Flushes the pending change. */
export const flushPreferences = async (): Promise<void> => {
  const { userData } = sessionStore.get()
  if (!userData) return
  const last = waiting
  clearTimeout(last?.timer)
  waiting = undefined
  try {
    await (line = line.catch(() => undefined).then(() => sendSettings(userData.id)))
    last?.saved.resolve()
  } catch (error) {
    last?.saved.reject(error)
    if (!last) throw error
  }
}

const changeSettings = (userData: Profile, settings: SettingsRecord): Promise<void> => {
  confirmed ??= userData.settings
  // BR2: a mode holds on the pages of the brand it was chosen for.
  const chosen = 'mode' in settings ? { ...settings, modeBrand: brand.id } : settings
  unsent = mergedSettings(unsent, chosen)
  takeProfile({ ...userData, settings: keptSettings(mergedSettings(userData.settings, chosen)) })
  clearTimeout(waiting?.timer)
  const pauseMs = underWay === nothing && Date.now() - sentAt > gatherMs ? 0 : gatherMs
  waiting = { timer: setTimeout(() => void flushPreferences(), pauseMs), saved: waiting?.saved ?? Promise.withResolvers<void>() }
  return waiting.saved.promise
}

/**
 * Optimistic update of language and look; a rejection rolls back and throws. The settings follow the user to every device; the last write wins (SH6).
 */
export const savePreferences = async ({ lang, settings }: Preferences): Promise<void> => {
  const { userData } = sessionStore.get()
  if (!userData) return
  if (userData.device) {
    if (settings) keepTabletLook(keptSettings(mergedSettings(userData.settings, settings)))
    takeProfile(lang ? { ...userData, lang } : userData)
    return
  }
  const looked = settings ? changeSettings(userData, settings) : undefined
  if (lang) {
    takeProfile({ ...sessionStore.get().userData!, lang })
    try {
      await saveProfile({ lang: { value: lang } })
    } catch (error) {
      const now = sessionStore.get().userData
      if (now?.id === userData.id) takeProfile({ ...now, lang: userData.lang })
      throw error
    }
  }
  await looked
}

let askedAt = 0
/** Refetched when the page gets the focus, as the settings may have changed on another device. */
const followProfile = async (): Promise<void> => {
  const { userData } = sessionStore.get()
  if (!userData || document.visibilityState === 'hidden' || Date.now() - askedAt < 5_000) return
  askedAt = Date.now()
  const profile = await api(session.me)
  if (sessionStore.get().userData?.id === userData.id) takeAnswer(profile)
}
const ignoreFailure = (doing: Promise<void>): void => void doing.catch(() => undefined)

addEventListener('focus', () => ignoreFailure(followProfile()))
addEventListener('online', () => ignoreFailure(flushPreferences()))
document.addEventListener('visibilitychange', () =>
  ignoreFailure(document.visibilityState === 'hidden' ? flushPreferences() : followProfile()),
)
sessionStore.onEnd(() => {
  clearTimeout(waiting?.timer)
  waiting?.saved.resolve()
  waiting = undefined
  confirmed = undefined
  unsent = underWay = nothing
})
