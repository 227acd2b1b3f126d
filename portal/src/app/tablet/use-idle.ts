import { type Stay, staySeconds } from '@tablewire/contracts/identity/shared-devices.rules'
import { sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { useEffect } from 'react'
import { api } from '#src/api/client.ts'
import { liveState } from '#src/api/live.ts'
import { type Inside, tablet } from '#src/api/tablet.ts'

export const staySecondsOf = (stay: Stay): number => staySeconds[stay]

const touches = ['pointerdown', 'keydown', 'wheel'] as const

/** Out after so long without a touch. The server counts for itself, and is told of touches now and then. */
export const useIdle = (inside: Inside | undefined): void => {
  const token = inside?.token
  useEffect(() => {
    if (token === undefined) return undefined
    let toldMs = Date.now()
    const touched = (): void => {
      const { stay } = tablet.get()
      if (stay === 'act' || !tablet.now()) return
      const [now, lastsMs] = [Date.now(), staySeconds[stay] * 1000]
      tablet.touched(now + lastsMs)
      if (now - toldMs < lastsMs / 3) return
      toldMs = now
      // Not reached: then the next act says so.
      api(sharedDevices.stay).catch(() => undefined)
    }
    const look = (): void => {
      // Nobody else could be let in while the server is away: what is done then stays this person's, and waits for the PIN.
      const away = !navigator.onLine || liveState() === 'offline'
      if (!away && tablet.isOver()) tablet.leave()
    }
    const timer = setInterval(look, 1000)
    for (const name of touches) addEventListener(name, touched, { passive: true })
    // A tablet that slept counts the time it slept.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      for (const name of touches) removeEventListener(name, touched)
      document.removeEventListener('visibilitychange', look)
    }
  }, [token])
}
