import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { brand } from '#src/api/brand.ts'
import '#src/api/forget-copy.ts'
import { liveState, onLiveState } from '#src/api/live.ts'
import { onAnswered, onUnshownError, queryClient } from '#src/api/query.ts'
import { restoreOnce } from '#src/api/restore.ts'
import { sessionStore, useSession } from '#src/api/session.ts'
import { currentLang } from '#src/i18n/lang.ts'
import { keepLang, phrasesNow, setLang } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { setMode } from '#src/kit/mode.ts'
import { toast } from '#src/kit/toasts.ts'
import { FullScreenLoader } from '../FullScreenLoader.tsx'
import { useSettings } from '../settings/use-settings.ts'
import { Shell } from './Shell.tsx'
import { registerSlots } from '../register-slots.ts'

/** Of a server that cannot be reached: the notice about what somebody pressed, and that about what the screen asked for by itself. */
const unreached: { asked?: number; unasked?: number } = {}
const away = (): boolean => !navigator.onLine || liveState() === 'offline'
onUnshownError((error, unasked = false) => {
  // The strip at the foot says it, as long as it lasts (LiveMark).
  if (unasked && error.passing && away()) return
  const id = toast.error(errorText(error, phrasesNow('kit')))
  if (error.passing) unreached[unasked ? 'unasked' : 'asked'] = id
})
const takeDown = (...which: readonly (keyof typeof unreached)[]): void => {
  for (const one of which) {
    if (unreached[one] !== undefined) toast.dismiss(unreached[one])
    delete unreached[one]
  }
}
onAnswered(() => takeDown('asked', 'unasked'))
onLiveState(() => {
  if (away()) takeDown('unasked')
})
sessionStore.onEnd(() => {
  queryClient.clear()
  // The sign-in page shows the brand as the brand wants to be seen (BR2).
  setMode(brand.theme.mode)
})

/** What is stored shows while the server is asked anew, so nothing flickers. */
const useRestore = (): void => {
  const { userData } = useSession()
  useEffect(() => {
    // A refusal has ended the session and said why.
    restoreOnce().catch(() => undefined)
  }, [])
  const personId = userData?.id
  const lastPerson = useRef(personId)
  useEffect(() => {
    // What one person may see is nothing for the next one, who signed in in another tab.
    if (lastPerson.current !== undefined && lastPerson.current !== personId) queryClient.clear()
    lastPerson.current = personId
  }, [personId])
}

/** AC2, SE4, SH6: the interface follows the profile, its language and its look. */
const useProfileLook = (): void => {
  const { userData } = useSession()
  const lang = userData?.lang
  const { mode } = useSettings()
  useEffect(() => {
    if (!lang) return
    keepLang(lang)
    const before = currentLang()
    // What the server has said until then, and is about to say, is in another language.
    const heard = async (): Promise<void> => {
      if (before === lang) return
      await queryClient.cancelQueries({ predicate: ({ state }) => state.data === undefined })
      void queryClient.invalidateQueries()
    }
    setLang(lang).then(heard, (error: unknown) => toast.error(errorText(error, phrasesNow('kit'))))
  }, [lang])
  useEffect(() => setMode(mode), [mode])
}

registerSlots()

export const AuthenticatedShell = () => {
  useRestore()
  useProfileLook()
  const router = useRouter()
  const { userData, role } = useSession()
  const known = userData !== null && role !== null
  // The root waits for user and role before it leads on to the reservations.
  useEffect(() => {
    if (known && router.state.location.pathname === '/') void router.invalidate()
  }, [known, router])
  if (!known) return <FullScreenLoader />
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  )
}
