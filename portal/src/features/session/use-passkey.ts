import { useEffect, useEffectEvent, useRef } from 'react'
import { hasPasskeys } from '#src/api/has-passkeys.ts'

/** The contract and what checks it come while the first letters are written. */
export const signingIn = () => import('./sign-in.ts')

/** Few people need it, and nobody before the page stands. */
const passkeys = () => import('#src/api/webauthn.ts')

/** The server forgets its question after five minutes. */
const askAgainMs = 280_000
/** First the page, then what few people need. */
const restMs = 1_200

type Passkey = {
  possible: boolean
  /** Opens the browser's own window. Throws what the server says, or PasskeyCanceled. */
  show: (remember: boolean) => Promise<void>
}

/** AC9: a passkey by its button, and offered by the browser where the e-mail address is written. `onSigned` runs when the second one was used. */
export const usePasskey = (on: { signed: () => void; refused: (error: unknown) => void }): Passkey => {
  const offer = useRef<AbortController>(undefined)
  const signed = useEffectEvent(on.signed)
  const refused = useEffectEvent(on.refused)
  useEffect(() => {
    const over = new AbortController()
    const ask = async (): Promise<void> => {
      const { offersPasskeys, showPasskey } = await passkeys()
      if (!(await offersPasskeys()) || over.signal.aborted) return
      const own = new AbortController()
      offer.current = own
      const again = setTimeout(() => own.abort(), askAgainMs)
      over.signal.addEventListener('abort', () => own.abort())
      try {
        const { passkeyOptions, signInByPasskey } = await signingIn()
        const assertion = await showPasskey(await passkeyOptions(), { conditional: true, signal: own.signal })
        try {
          await signInByPasskey(assertion, false)
          signed()
        } catch (error) {
          refused(error)
        }
      } catch {
        // Nobody asked for this offer, so nobody is told that it could not be made.
      } finally {
        clearTimeout(again)
      }
      if (own.signal.aborted && !over.signal.aborted && offer.current === own) void ask()
    }
    const start = hasPasskeys() ? setTimeout(() => void ask(), restMs) : undefined
    return () => {
      clearTimeout(start)
      over.abort()
    }
  }, [])
  return {
    possible: hasPasskeys(),
    show: async (remember) => {
      // The browser answers one question at a time.
      const waiting = offer.current
      offer.current = undefined
      waiting?.abort()
      const [{ passkeyOptions, signInByPasskey }, { showPasskey }] = await Promise.all([signingIn(), passkeys()])
      await signInByPasskey(await showPasskey(await passkeyOptions()), remember)
    },
  }
}

export const isCanceled = (error: unknown): boolean => error instanceof Error && error.name === 'PasskeyCanceled'
